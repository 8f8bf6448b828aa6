import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isReader, useSession } from '../../api/session.ts'
import { Row } from '../../kit/error-boundary.tsx'
import { useSteady } from '../../kit/use-steady.ts'
import { FootCloseButton, FootStrip } from '../../ui/layout/foot-strip.tsx'
import { NoticeRow } from '../../ui/note/notice.tsx'
import { noticesStore } from './notices-store.ts'
import './notice-strip.css'

/**
 * The strip of notices at the bottom of the window (S2.52). It shows one notice, and all of them when the reader opens
 * it. Readers dismiss a notice (S6.01, S6.03). Visitors and guests hide it in their browser.
 */
export function NoticeStrip() {
  const { dismiss, hide } = noticesStore.getState()
  const notices = useSteady(useStore(noticesStore, (state) => state.notices))
  const canDismiss = useSession(({ user }) => isReader(user))
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const [first] = notices
  const isCut = useIsCut(list, first?.id)
  const { length } = notices

  const closeButton = (id: string, place: number) => (
    <FootCloseButton
      label={canDismiss ? 'Dismiss this notice' : 'Hide this notice'}
      describedBy={`notice-${id}`}
      onClose={() => {
        if (canDismiss) dismiss(id)
        else hide(id)
        // The pressed button may have been removed. The focus moves to the button of the next notice, or of the previous one.
        requestAnimationFrame(() => {
          const buttons = document.querySelectorAll<HTMLElement>('.notice-strip .foot-close')
          const next = buttons[Math.min(place, buttons.length - 1)] ?? document.getElementById('content')
          next?.focus({ preventScroll: true })
        })
      }}
    />
  )

  return (
    <FootStrip label="Notices" className="notice-strip" isOpen={isOpen}>
      <div className="foot-row">
        <ul ref={list} className="notice-list" data-cut={(!isOpen && isCut) || undefined}>
          {(isOpen ? notices : notices.slice(0, 1)).map((notice, place) => (
            <Row key={notice.id}>
              {() => (
                <li>
                  <NoticeRow id={`notice-${notice.id}`} notice={notice} />
                  {isOpen && closeButton(notice.id, place)}
                </li>
              )}
            </Row>
          ))}
        </ul>
        {(isOpen || isCut || length > 1) && (
          <button type="button" className="foot-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : length > 1 ? `${length - 1} more` : 'More'}
            <span className="visually-hidden"> of the notices</span>
          </button>
        )}
        {first && !isOpen && closeButton(first.id, 0)}
      </div>
    </FootStrip>
  )
}

/** Returns whether the strip cuts off the text of a notice. The answer stays the same while the strip is open. */
function useIsCut(list: { current: HTMLElement | null }, id: string | undefined): boolean {
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another notice has another text.
  useEffect(() => {
    const text = list.current?.querySelector('.foot-text')
    if (!text) return
    const observer = new ResizeObserver(() => {
      if (!text.closest('[data-open]')) setCut(text.scrollHeight > text.clientHeight + 1)
    })
    observer.observe(text)
    return () => observer.disconnect()
  }, [list, id])
  return isCut
}

import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isReader, useSession } from '../../api/session.ts'
import { Row } from '../../kit/error-boundary.tsx'
import { useSteady } from '../../kit/use-steady.ts'
import { useFooterHeight } from '../../ui/layout/use-footer-height.ts'
import { NoticeRow } from '../../ui/note/notice.tsx'
import { noticesStore } from './notices-store.ts'
import './notice-strip.css'

const COLLAPSED_ROWS = 2

/**
 * The strip of notices at the bottom of the window (S2.52). It follows the page and sticks to the bottom edge, so that it
 * never covers the end of the page. Only readers have dismiss buttons (S6.01).
 */
export function NoticeStrip() {
  const dismiss = useStore(noticesStore, (state) => state.dismiss)
  const notices = useSteady(useStore(noticesStore, (state) => state.notices))
  const canDismiss = useSession(({ user }) => isReader(user))
  const [isOpen, setOpen] = useState(false)
  const strip = useRef<HTMLElement>(null)
  useFooterHeight()
  const hiddenCount = notices.length - COLLAPSED_ROWS
  const visibleNotices = isOpen ? notices : notices.slice(0, COLLAPSED_ROWS)

  const dismissAt = (place: number) => () => {
    dismiss(visibleNotices[place]?.id ?? '')
    // The pressed button was removed, so the focus moves to the button of the next row, or of the previous one.
    requestAnimationFrame(() => {
      const buttons = strip.current?.querySelectorAll<HTMLElement>('.notice-dismiss') ?? []
      const next = buttons[Math.min(place, buttons.length - 1)] ?? document.getElementById('content')
      next?.focus({ preventScroll: true })
    })
  }

  return (
    <section ref={strip} className="notice-strip" aria-label="Notices">
      <ul className="foot-width">
        {visibleNotices.map((notice, place) => (
          <Row key={notice.id}>
            {() => (
              <li>
                <NoticeRow notice={notice} {...(canDismiss && { onDismiss: dismissAt(place) })} />
              </li>
            )}
          </Row>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <button
          type="button"
          className="foot-button notice-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `${hiddenCount} more`}
          <span className="visually-hidden"> notices</span>
        </button>
      )}
    </section>
  )
}

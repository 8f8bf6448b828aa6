import { useRef, useState } from 'react'
import { isReader, useSession } from '../../api/session.ts'
import { Row } from '../../kit/error-boundary.tsx'
import { useSteady } from '../../kit/use-steady.ts'
import { useFooterHeight } from '../../ui/layout/use-footer-height.ts'
import { NoticeRow } from '../../ui/note/notice.tsx'
import { useNotices } from './notices-store.ts'
import './notice-strip.css'

/** How many are shown before somebody asks for the rest. */
const ROWS = 2

/**
 * The strip at the bottom of the window (S2.52). It stands behind the end of the page and sticks to the bottom edge, so
 * that it covers nothing there. A dismiss button is there for readers only (S6.01).
 */
export function NoticeStrip() {
  const dismiss = useNotices((state) => state.dismiss)
  const notices = useSteady(useNotices((state) => state.notices))
  const canDismiss = useSession(({ user }) => isReader(user))
  const [open, setOpen] = useState(false)
  const strip = useRef<HTMLElement>(null)
  useFooterHeight()
  const more = notices.length - ROWS
  const shown = open ? notices : notices.slice(0, ROWS)

  const dismissAt = (place: number) => () => {
    dismiss(shown[place]?.id ?? '')
    // The button is gone: the focus goes to that of the row which takes its place, or of the one before it.
    requestAnimationFrame(() => {
      const buttons = strip.current?.querySelectorAll<HTMLElement>('.notice-dismiss') ?? []
      const next = buttons[Math.min(place, buttons.length - 1)] ?? document.getElementById('content')
      next?.focus({ preventScroll: true })
    })
  }

  return (
    <section ref={strip} className="notice-strip" aria-label="Notices">
      <ul className="foot-width">
        {shown.map((notice, place) => (
          <Row key={notice.id}>
            {() => (
              <li>
                <NoticeRow notice={notice} {...(canDismiss && { onDismiss: dismissAt(place) })} />
              </li>
            )}
          </Row>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="foot-button notice-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show fewer' : `${more} more`}
          <span className="visually-hidden"> notices</span>
        </button>
      )}
    </section>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { listen } from '../device/listen.ts'
import { Icon } from './icon.tsx'

interface ToastProps {
  /** Removes the message. Called when the reader closes it, opens another page or is connected again. */
  onEnd: () => void
  children: ReactNode
}

/** A message at the bottom of the window about something that could not be loaded. */
export function Toast({ onEnd, children }: ToastProps) {
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)

  useEffect(() => {
    if (pathname !== shownAt.current) onEnd()
    return listen(window, 'online', onEnd)
  }, [pathname, onEnd])

  const close = () => {
    onEnd()
    // The pressed button was removed, so the content takes the focus.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <div className="toast bar" role="alert">
      <p>{children}</p>
      <button type="button" className="round-button" aria-label="Close this message" onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  )
}

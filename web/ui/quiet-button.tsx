import type { ComponentProps } from 'react'
import './ui.css'

interface QuietButtonProps extends ComponentProps<'button'> {
  /** The button that matters most is `main`; one that is not lightly undone is `grave`. */
  kind?: 'main' | 'grave'
  /** Whether the button waits for an action. It keeps the focus. */
  busy?: boolean
  /** The end of the label, for screen readers only. */
  about?: string
}

/** A button of work. It submits no form unless its type says so. */
export const QuietButton = ({ kind, busy, about, className = '', children, ...button }: QuietButtonProps) => (
  <button
    type="button"
    className={`quiet-button ${className}`.trim()}
    data-kind={kind}
    aria-disabled={busy}
    {...button}
  >
    {children}
    {about && <span className="visually-hidden"> {about}</span>}
  </button>
)

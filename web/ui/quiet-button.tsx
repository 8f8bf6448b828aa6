import type { ComponentProps } from 'react'
import './ui.css'

interface QuietButtonProps extends ComponentProps<'button'> {
  /** `main` is for the most important button, `grave` for an action that is hard to undo. */
  kind?: 'main' | 'grave'
  /** Whether the action of the button is running. The button keeps the focus. */
  busy?: boolean
  /** Text that screen readers read after the label. */
  about?: string
}

/** A button for actions. It does not submit a form unless its type is set. */
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

import type { ComponentProps } from 'react'
import './ui.css'

interface QuietButtonProps extends ComponentProps<'button'> {
  kind?: 'main' | 'grave'
  /** Whether a press does nothing for now. The button keeps the focus. */
  busy?: boolean
}

/** A button with an outline, for actions beside the main one of a page. */
export const QuietButton = ({ kind, busy, ...button }: QuietButtonProps) => (
  <button type="button" className="quiet-button" data-kind={kind} aria-disabled={busy} {...button} />
)

import { type ReactNode, useEffect } from 'react'
import { Icon } from '../icon.tsx'
import { hideObstructingFootStrip } from './watch-foot.ts'

interface FootStripProps {
  /** The name of the strip for screen readers. */
  label: string
  children: ReactNode
}

/**
 * The strip at the bottom of the window. It is hidden while it would cover a form, a board or the focused element
 * (watch-foot.ts).
 */
export function FootStrip({ label, children }: FootStripProps) {
  useEffect(hideObstructingFootStrip, [])
  return <section aria-label={label}>{children}</section>
}

/** The button at the end of a strip that closes the strip. @param label what the button does, for screen readers */
export const FootCloseButton = ({ label, onClose }: { label: string; onClose: () => void }) => (
  <button type="button" className="round-button foot-close" aria-label={label} onClick={onClose}>
    <Icon name="close" />
  </button>
)

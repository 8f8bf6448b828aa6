import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { useFootStrip } from './use-foot-strip.ts'

interface FootStripProps {
  /** The name of the strip for screen readers. */
  label: string
  className?: string
  /** Whether the reader has opened the whole of a strip that shows only its beginning. */
  isOpen?: boolean
  children: ReactNode
}

/** The strip at the bottom of the window, which is never in the way of what a reader does on the page. */
export function FootStrip({ label, className, isOpen = false, children }: FootStripProps) {
  useFootStrip()
  return (
    <section className={className} aria-label={label} data-open={isOpen || undefined}>
      {children}
    </section>
  )
}

/** The button at the end of a strip that puts it away. @param label what the button does */
export const FootCloseButton = ({
  label,
  describedBy,
  onClose,
}: {
  label: string
  describedBy?: string
  onClose: () => void
}) => (
  <button
    type="button"
    className="round-button foot-close"
    aria-label={label}
    aria-describedby={describedBy}
    onClick={onClose}
  >
    <Icon name="close" />
  </button>
)

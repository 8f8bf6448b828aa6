import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../icon.tsx'
import '../ui.css'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/**
 * A question or a form before work goes on: the browser's own dialog, which Escape and a press beside it close. The focus
 * begins in the first field, or on the first button where there is no field.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; the click is the one on the backdrop.
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className="dialog-body">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" className="round-button" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

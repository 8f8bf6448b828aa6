import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import './kitchen-dialog.css'

interface KitchenDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Something that is decided before work goes on: the browser's own dialog, which Escape closes. */
export function KitchenDialog({ title, onClose, children }: KitchenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; the click is the one on the backdrop.
    <dialog
      ref={dialog}
      className="kitchen-dialog"
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className="kitchen-dialog-body">
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

import { type ReactNode, useEffect, useId, useRef } from 'react'
import { CloseButton, Modal } from './modal.tsx'
import '../ui.css'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with a question or a form. The first field takes the focus, or the first button when there is no field. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const heading = useId()
  useEffect(() => body.current?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus(), [])
  return (
    <Modal className="dialog" aria-labelledby={heading} onClose={onClose}>
      <div className="dialog-body" ref={body}>
        <header className="bar">
          <h2 id={heading}>{title}</h2>
          <CloseButton />
        </header>
        {children}
      </div>
    </Modal>
  )
}

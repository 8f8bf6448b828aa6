import { type ComponentProps, useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref'> {
  onClose: () => void
}

/** The browser's own dialog, open as long as it is rendered. Escape, a press beside it and `closeDialog` close it. */
export function Modal({ onClose, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The keyboard has Escape; the click is the one on the backdrop.
    <dialog
      {...props}
      ref={dialog}
      onClose={onClose}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        closeDialog(event.currentTarget)
      }}
      onClick={(event) => event.target === event.currentTarget && closeDialog(event.currentTarget)}
    />
  )
}

/**
 * Closes the dialog around an element. The focus is back on what opened the dialog, and its `onClose` was called, before this
 * returns: the browser fires its own event later, so a press of the opener in between would open nothing.
 */
export function closeDialog(element: Element | null): void {
  const dialog = element?.closest('dialog')
  dialog?.close()
  dialog?.dispatchEvent(new Event('close'))
}

/** The button in the corner of a dialog. */
export const CloseButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    className="round-button"
    aria-label="Close"
    onClick={({ currentTarget }) => closeDialog(currentTarget)}
    {...props}
  >
    <Icon name="close" />
  </button>
)

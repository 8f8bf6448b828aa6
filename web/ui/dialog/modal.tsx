import { type ComponentProps, useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref'> {
  onClose: () => void
}

/**
 * The native dialog of the browser, which is open while it is rendered. Escape, a press outside it and `closeDialog`
 * close it.
 */
export function Modal({ onClose, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The keyboard has Escape; the click is the one on the backdrop.
    <dialog
      {...props}
      ref={dialog}
      // React also passes on the close of a dialog inside this one.
      onClose={(event) => event.target === event.currentTarget && onClose()}
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
 * Closes the dialog around an element. The focus has returned to the opener and `onClose` has been called when this
 * function returns. The browser sends its own event later, and the opener would ignore a press before that.
 */
export function closeDialog(element: Element | null): void {
  const dialog = element?.closest('dialog')
  dialog?.close()
  dialog?.dispatchEvent(new Event('close'))
}

/** The button to close, in the corner of a dialog. */
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

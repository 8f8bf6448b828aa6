import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref'> {
  onClose: () => void
}

/**
 * The browser's native dialog, which is open as long as it is rendered. Escape, a press outside it and `closeDialog`
 * close it. When it is removed, the focus returns to the opener.
 */
export function Modal({ onClose, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressOutside = useRef(false)
  useEffect(() => dialog.current?.showModal(), [])
  // An open dialog does not return the focus when it is removed, so this cleanup closes it before its removal.
  useLayoutEffect(() => {
    const { current } = dialog
    return () => current?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape; this listener is for clicks on the backdrop.
    <dialog
      {...props}
      ref={dialog}
      // In React, the close event of an inner dialog also bubbles to this dialog.
      onClose={(event) => event.target === event.currentTarget && onClose()}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        closeDialog(event.currentTarget)
      }}
      onPointerDown={(event) => {
        isPressOutside.current = event.target === event.currentTarget
      }}
      // A selection of text that begins inside and ends outside also causes a click on the dialog. Such a click must
      // not close the dialog.
      onClick={(event) =>
        isPressOutside.current && event.target === event.currentTarget && closeDialog(event.currentTarget)
      }
    />
  )
}

/**
 * Closes the dialog around an element. When this function returns, the focus is back on the opener and `onClose` has
 * been called. The browser sends its close event later, and until then the opener would ignore a press.
 */
export function closeDialog(element: Element | null): void {
  const dialog = element?.closest('dialog')
  dialog?.close()
  dialog?.dispatchEvent(new Event('close'))
}

/** The button in the corner of a dialog that closes it. */
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

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { ActionStatus } from './action-status.tsx'

interface ExpandableFormProps {
  /** The label of the button that opens the form. */
  label: string
  /**
   * Renders the form.
   * @param done closes the form and shows a message
   * @param cancel the button that closes the form, to stand beside the submit button
   */
  children: (done: (words: string) => void, cancel: ReactNode) => ReactNode
}

/** A button that opens a form in its place and focuses the first field. Closing the form focuses the button again. */
export function ExpandableForm({ label, children }: ExpandableFormProps) {
  const [open, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (open) box.current?.querySelector('input')?.focus()
    else if (wasOpen.current) button.current?.focus()
    wasOpen.current = open
  }, [open])

  function close(outcome: string) {
    setMessage(outcome)
    setOpen(false)
  }
  const cancel = <QuietButton onClick={() => close('')}>Cancel</QuietButton>
  return (
    <>
      {open ? (
        <div ref={box}>{children(close, cancel)}</div>
      ) : (
        <QuietButton
          ref={button}
          onClick={() => {
            setMessage('')
            setOpen(true)
          }}
        >
          {label}
        </QuietButton>
      )}
      <ActionStatus message={{ text: message }} />
    </>
  )
}

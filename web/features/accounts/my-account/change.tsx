import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Said } from './said.tsx'

interface ChangeProps {
  /** On the button that brings the form. */
  label: string
  /**
   * The form.
   * @param done takes the form away, and says these words
   * @param cancel a button that takes it away, for beside the one that sends it
   */
  children: (done: (words: string) => void, cancel: ReactNode) => ReactNode
}

/** A form that comes when it is asked for, and takes the focus with it. */
export function Change({ label, children }: ChangeProps) {
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
  const cancel = (
    <button type="button" className="quiet-button" onClick={() => close('')}>
      Cancel
    </button>
  )
  return (
    <>
      {open ? (
        <div ref={box}>{children(close, cancel)}</div>
      ) : (
        <button
          ref={button}
          type="button"
          className="quiet-button"
          onClick={() => {
            setMessage('')
            setOpen(true)
          }}
        >
          {label}
        </button>
      )}
      <Said message={{ text: message }} />
    </>
  )
}

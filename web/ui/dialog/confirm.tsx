import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { QuietButton } from '../quiet-button.tsx'
import '../ui.css'

interface ConfirmProps {
  /** On the button that asks. */
  label: ReactNode
  /** The consequence, in a sentence or two. */
  question: string
  /** On the button that does it. */
  confirm: string
  busy: boolean
  /** The key that presses the button, where there is one. */
  shortcut?: string | undefined
  onConfirm: () => void
  /** More to fill in before it is done. */
  children?: ReactNode
}

/** A button for what is not lightly undone: it asks first, in place. Escape takes the question away. */
export function Confirm({ label, question, confirm, busy, shortcut, onConfirm, children }: ConfirmProps) {
  const [asking, ask] = useState(false)
  const box = useRef<HTMLFieldSetElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  const words = useId()

  useEffect(() => {
    if (asking) box.current?.querySelector<HTMLElement>('textarea, button')?.focus()
    else if (wasAsking.current) button.current?.focus()
    wasAsking.current = asking
  }, [asking])

  if (!asking) {
    return (
      <QuietButton ref={button} busy={busy} aria-keyshortcuts={shortcut} onClick={() => ask(true)}>
        {label}
      </QuietButton>
    )
  }
  return (
    <fieldset
      ref={box}
      className="question"
      aria-labelledby={words}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A dialog around it stays.
        event.preventDefault()
        event.stopPropagation()
        ask(false)
      }}
    >
      <p id={words}>{question}</p>
      {children}
      <div className="buttons">
        <QuietButton
          kind="grave"
          busy={busy}
          onClick={() => {
            ask(false)
            onConfirm()
          }}
        >
          {confirm}
        </QuietButton>
        <QuietButton onClick={() => ask(false)}>Cancel</QuietButton>
      </div>
    </fieldset>
  )
}

import { type ReactNode, useId, useState } from 'react'
import { QuietButton } from '../quiet-button.tsx'
import { useReplacedFocus } from './use-replaced-focus.ts'
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
  /** The label of a field for the reason. Without it, no reason is asked for. */
  reasonLabel?: string
  /** @param reason without blanks at its ends; empty when none was given */
  onConfirm: (reason: string) => void
}

/** A button for what is not lightly undone: it asks first, in place. Escape takes the question away. */
export function Confirm({ label, question, confirm, busy, shortcut, reasonLabel, onConfirm }: ConfirmProps) {
  const [asking, ask] = useState(false)
  const [reason, setReason] = useState('')
  const { box, button } = useReplacedFocus<HTMLFieldSetElement>(asking, 'textarea, button')
  const questionId = useId()

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
      aria-labelledby={questionId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A dialog around it stays.
        event.preventDefault()
        event.stopPropagation()
        ask(false)
      }}
    >
      <p id={questionId}>{question}</p>
      {reasonLabel && (
        <label className="field">
          {reasonLabel}
          <textarea maxLength={500} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      )}
      <div className="buttons">
        <QuietButton
          kind="grave"
          busy={busy}
          onClick={() => {
            ask(false)
            onConfirm(reason.trim())
            setReason('')
          }}
        >
          {confirm}
        </QuietButton>
        <QuietButton onClick={() => ask(false)}>Cancel</QuietButton>
      </div>
    </fieldset>
  )
}

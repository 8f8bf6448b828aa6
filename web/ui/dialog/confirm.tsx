import { type ReactNode, useId, useState } from 'react'
import { QuietButton } from '../quiet-button.tsx'
import { useReplacedButtonFocus } from './use-replaced-focus.ts'
import '../ui.css'

interface ConfirmProps {
  /** The label of the button that opens the confirmation. */
  label: ReactNode
  /** Text that screen readers read after the label. */
  about?: string
  /** The consequence of the action, in one or two sentences. */
  question: string
  /** The label of the button that performs the action. */
  confirm: string
  busy: boolean
  /** The key that presses the button with `label`; undefined for no key. */
  shortcut?: string | undefined
  /** The label of the field for a reason. Without a label, there is no field. */
  reasonLabel?: string
  /** Performs the action. @param reason the typed reason, trimmed; empty when none was given */
  onConfirm: (reason: string) => void
}

/**
 * A button for an action that is hard to undo. When pressed, it is replaced by a question that confirms the action.
 * Escape closes the question.
 */
export function ConfirmButton({
  label,
  about,
  question,
  confirm,
  busy,
  shortcut,
  reasonLabel,
  onConfirm,
}: ConfirmProps) {
  const [asking, ask] = useState(false)
  const [reason, setReason] = useState('')
  const { box, button } = useReplacedButtonFocus<HTMLFieldSetElement>(asking, 'textarea, button')
  const questionId = useId()

  if (!asking) {
    return (
      <QuietButton
        ref={button}
        busy={busy}
        {...(about && { about })}
        aria-keyshortcuts={shortcut}
        onClick={() => ask(true)}
      >
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
        // Escape must not close the surrounding dialog.
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

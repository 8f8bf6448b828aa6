import { useState } from 'react'
import { Confirm } from '../../../ui/dialog/confirm.tsx'

interface BanQuestionProps {
  name: string
  /** What else happens, in a sentence. */
  also?: string
  busy: boolean
  /** The key that presses it. */
  shortcut?: string | undefined
  onBan: (reason: string) => void
}

/** The button that bans somebody, after a question and the reason for it. */
export function BanQuestion({ name, also = '', busy, shortcut, onBan }: BanQuestionProps) {
  const [reason, setReason] = useState('')
  return (
    <Confirm
      label="Ban …"
      question={`Ban ${name}? They are signed out everywhere and cannot log in until you lift it. ${also}`}
      confirm={`Ban ${name}`}
      busy={busy}
      shortcut={shortcut}
      onConfirm={() => {
        onBan(reason)
        setReason('')
      }}
    >
      <label className="field">
        Why? For the log; nobody is told.
        <textarea maxLength={500} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
    </Confirm>
  )
}

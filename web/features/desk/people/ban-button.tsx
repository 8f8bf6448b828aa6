import { useState } from 'react'
import { Confirm } from '../../../ui/dialog/confirm.tsx'

interface BanButtonProps {
  name: string
  /** A sentence about further effects. */
  also?: string
  busy: boolean
  /** The key of its shortcut. */
  shortcut?: string | undefined
  onBan: (reason: string) => void
}

/** The button that bans a person, after a confirmation with a reason. */
export function BanButton({ name, also = '', busy, shortcut, onBan }: BanButtonProps) {
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

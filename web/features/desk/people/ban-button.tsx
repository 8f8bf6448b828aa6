import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'

interface BanButtonProps {
  name: string
  /** A sentence about further effects of the ban. */
  also?: string
  busy: boolean
  shortcut?: string | undefined
  onBan: (reason: string) => void
}

/** The button that bans a person, after a confirmation with a reason. */
export const BanButton = ({ name, also = '', onBan, ...button }: BanButtonProps) => (
  <ConfirmButton
    {...button}
    label="Ban …"
    question={`Ban ${name}? They are signed out everywhere and cannot log in until you lift it. ${also}`}
    confirm={`Ban ${name}`}
    reasonLabel="Why? For the log. They get no message, but can download it with their data later."
    onConfirm={onBan}
  />
)

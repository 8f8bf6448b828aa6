import { useId } from 'react'
import { banPerson } from '#contract/desk.ts'
import { callForJson } from '../../../api/call-api.ts'
import { InlineConfirmation } from './inline-confirmation.tsx'

interface BanAuthorProps {
  author: string
  authorId: string
  onBanned: () => void
  onCancel: () => void
}

/** The form with which an admin confirms a ban of a comment's author and gives a reason. */
export function BanAuthorForm({ author, authorId, onBanned, onCancel }: BanAuthorProps) {
  const reasonId = useId()
  return (
    <InlineConfirmation
      question={`Ban ${author}? They are signed out everywhere, and nobody sees their comments, until you lift it at the desk.`}
      confirm={`Ban ${author}`}
      busyText="Banning …"
      cancel="Leave them"
      onCancel={onCancel}
      onConfirm={async ({ reason = '' }) => {
        await callForJson(banPerson, { params: { id: authorId }, body: { reason } })
        onBanned()
      }}
    >
      <label htmlFor={reasonId}>
        Why? For the log. They get no message, but can download it with their data later.
      </label>
      <textarea id={reasonId} name="reason" rows={2} maxLength={500} />
    </InlineConfirmation>
  )
}

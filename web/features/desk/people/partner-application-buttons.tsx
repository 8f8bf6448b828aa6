import { decidePartnerApplication, type Person } from '#contract/desk.ts'
import { callForJson } from '../../../api/call-api.ts'
import type { UseActionReturn } from '../../../api/use-action.ts'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import type { RunWithOwnerProof } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface ApplicationButtonsProps {
  person: Person
  action: UseActionReturn
  withProof: RunWithOwnerProof
  onDecided: (person: Person) => void
}

export function PartnerApplicationButtons({ person, action, withProof, onDecided }: ApplicationButtonsProps) {
  const decide = (approve: boolean) =>
    action.perform({
      run: async () =>
        onDecided(
          await withProof(() =>
            callForJson(decidePartnerApplication, { params: { id: person.id }, body: { approve } }),
          ),
        ),
      done: approve
        ? `${person.name} is a partner now, and a mail tells them.`
        : `${person.name}’s application is declined, and a mail tells them.`,
    })
  return (
    <div className="buttons">
      <QuietButton kind="main" busy={action.busy} onClick={() => decide(true)} aria-label={`Approve ${person.name}`}>
        Approve
      </QuietButton>
      <ConfirmButton
        label="Decline …"
        about={person.name}
        question={`Decline ${person.name}’s application? A mail tells them, which cannot be taken back.`}
        confirm="Decline"
        busy={action.busy}
        onConfirm={() => decide(false)}
      />
    </div>
  )
}

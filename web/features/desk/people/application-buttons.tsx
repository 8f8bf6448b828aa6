import { decideApplication, type Person } from '#contract/desk.ts'
import { api } from '../../../api/call-api.ts'
import type { ActionRunner } from '../../../api/use-action.ts'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import type { WithProof } from '../../../ui/form/use-proof.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface ApplicationButtonsProps {
  person: Person
  action: ActionRunner
  withProof: WithProof
  onDecided: (person: Person) => void
}

export function ApplicationButtons({ person, action, withProof, onDecided }: ApplicationButtonsProps) {
  const decide = (approve: boolean) =>
    action.perform({
      run: async () =>
        onDecided(await withProof(() => api(decideApplication, { params: { id: person.id }, body: { approve } }))),
      done: approve
        ? `${person.name} is a partner now, and a mail tells them.`
        : `${person.name}’s application is declined, and a mail tells them.`,
    })
  return (
    <div className="buttons">
      <QuietButton kind="main" busy={action.busy} onClick={() => decide(true)} aria-label={`Approve ${person.name}`}>
        Approve
      </QuietButton>
      <Confirm
        label="Decline …"
        question={`Decline ${person.name}’s application? A mail tells them, which cannot be taken back.`}
        confirm="Decline"
        busy={action.busy}
        onConfirm={() => decide(false)}
      />
    </div>
  )
}

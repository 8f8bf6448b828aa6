import { type FormEvent, useState } from 'react'
import {
  inviteKitchenMember,
  type ManagedKitchen,
  type MemberRole,
  removeKitchenMember,
  withdrawKitchenInvitation,
} from '#contract/kitchen.ts'
import { callForJson } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import { fieldChecks } from '../../../forms/field-problems.ts'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { ActionOutcome } from '../../../ui/note/action-outcome.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { useValidatedAction } from '../editing/use-validated-action.ts'
import { type KitchenPageProps, mayEditKitchen } from '../kitchen-frame.tsx'

const roleTexts: Record<MemberRole, string> = { staff: 'Staff', owner: 'Owner' }

/** The members of a kitchen. Owners invite and remove people. The last owner cannot be removed. */
export function Members({ kitchen, change }: KitchenPageProps) {
  const { vId, name } = kitchen.terms
  const { members, invitations } = kitchen
  const me = useSession(({ user }) => user?.id)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberRole>('staff')
  const { props, problems, saving, perform } = useValidatedAction()
  const owners = members.filter((member) => member.role === 'owner')

  function invite(event: FormEvent) {
    event.preventDefault()
    perform(
      { email: fieldChecks.email(email) },
      {
        done: `${email.trim()} is ${role === 'owner' ? 'an owner' : 'staff'} now, or has been invited by mail.`,
        run: async () => {
          change(await callForJson(inviteKitchenMember, { params: { vId }, body: { email: email.trim(), role } }))
          setEmail('')
        },
      },
    )
  }

  const remove = ({ userId, name }: ManagedKitchen['members'][number]) =>
    saving.perform({
      done: `${name} does not work here any more.`,
      run: async () => change(await callForJson(removeKitchenMember, { params: { vId, userId } })),
    })

  const withdraw = ({ invitationId, email }: ManagedKitchen['invitations'][number]) =>
    saving.perform({
      done: `${email} is not invited any more.`,
      run: async () => change(await callForJson(withdrawKitchenInvitation, { params: { vId, invitationId } })),
    })

  return (
    <section className="card" aria-labelledby="members">
      <h2 id="members">Who works here</h2>
      <p className="soft">Staff take orders, pause and say what is sold out. Owners change everything else too.</p>
      <ul className="list">
        {members.map((member) => (
          <li key={member.userId}>
            <div>
              <p>
                <b>
                  <bdi>{member.name}</bdi>
                </b>
                , {roleTexts[member.role].toLowerCase()}
                {member.userId === me && ' (you)'}
              </p>
              <p className="soft">{member.email}</p>
            </div>
            {mayEditKitchen(kitchen) &&
              (member.role === 'owner' && owners.length === 1 ? (
                <p className="soft">The only owner stays.</p>
              ) : (
                <ConfirmButton
                  label={
                    <>
                      Remove<span className="visually-hidden"> {member.name}</span>
                    </>
                  }
                  question={
                    member.userId === me
                      ? `Leave ${name}? Only another owner can let you in again.`
                      : `Remove ${member.name}? They see no orders of ${name} from then on.`
                  }
                  confirm={member.userId === me ? 'Leave' : 'Remove'}
                  busy={saving.busy}
                  onConfirm={() => remove(member)}
                />
              ))}
          </li>
        ))}
        {invitations.map((invitation) => (
          <li key={invitation.invitationId}>
            <div>
              <p>{invitation.email}</p>
              <p className="soft">Invited by mail as {roleTexts[invitation.role].toLowerCase()}, has not joined yet.</p>
            </div>
            {mayEditKitchen(kitchen) && (
              <QuietButton
                about={`the invitation of ${invitation.email}`}
                busy={saving.busy}
                onClick={() => withdraw(invitation)}
              >
                Withdraw
              </QuietButton>
            )}
          </li>
        ))}
      </ul>
      {mayEditKitchen(kitchen) && (
        <form {...props} className="form" aria-label="Invite somebody" onSubmit={invite}>
          <Field
            name="email"
            type="email"
            label="Email address"
            autoComplete="off"
            value={email}
            error={problems.email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <SelectField
            label="As"
            options={Object.entries(roleTexts)}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as MemberRole)}
          />
          <div className="buttons">
            <QuietButton type="submit" busy={saving.busy}>
              Invite
            </QuietButton>
          </div>
        </form>
      )}
      <ActionOutcome {...saving} />
    </section>
  )
}

import {
  banPerson,
  decidePartnerApplication,
  grantRole,
  type Person,
  revokeRole,
  signOutPerson,
  unbanPerson,
} from '#contract/desk.ts'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { site } from '#site'
import { callForJson } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import type { UseActionReturn } from '../../../api/use-action.ts'
import { RelativeTime } from '../../../kit/relative-time.tsx'
import { ConfirmButton } from '../../../ui/dialog/confirm.tsx'
import type { RunWithOwnerProof } from '../../../ui/form/use-owner-proof-dialog.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { BanButton } from './ban-button.tsx'

interface PersonProps {
  person: Person
  action: UseActionReturn
  onChange: (person: Person) => void
}

interface PersonAccessControlsProps extends PersonProps {
  sessions: number
  onSignedOut: () => void
}

export function PersonLoginControls({ person, sessions, action, onChange, onSignedOut }: PersonAccessControlsProps) {
  const me = useSession(({ user }) => user?.id) === person.id
  const { id, name } = person
  const signOut = () =>
    action.perform({
      run: async () => {
        await callForJson(signOutPerson, { params: { id } })
        onSignedOut()
      },
      done: `${name} is signed out everywhere.`,
    })
  const lift = {
    run: async () => onChange(await callForJson(unbanPerson, { params: { id } })),
    done: `${name} can log in again.`,
  }
  const ban = (reason: string) =>
    action.perform({
      run: async () => onChange(await callForJson(banPerson, { params: { id }, body: { reason } })),
      done: `${name} is banned and signed out everywhere.`,
      undo: lift,
    })

  return (
    <section className="card-part" aria-labelledby="access">
      <h3 id="access">Access</h3>
      <ul className="list">
        <li>
          <p>
            {sessions === 0
              ? 'Signed in nowhere'
              : `Signed in on ${formatCountWithNoun(sessions, 'device', 'devices')}`}
          </p>
          {sessions > 0 && (
            <ConfirmButton
              label="Sign out everywhere …"
              question={
                me
                  ? 'Sign yourself out everywhere, here too? You log in again with your password.'
                  : `Sign ${name} out everywhere? What they have typed and not sent may be lost.`
              }
              confirm="Sign out"
              busy={action.busy}
              onConfirm={signOut}
            />
          )}
        </li>
        <li>
          {person.bannedAt !== null ? (
            <>
              <p>
                Banned <RelativeTime at={person.bannedAt} />
                {person.banReason ? `, because: ${person.banReason}` : ', without a reason'}
              </p>
              <QuietButton busy={action.busy} onClick={() => action.perform(lift)}>
                Lift the ban
              </QuietButton>
            </>
          ) : me ? (
            <p className="soft">Nobody bans themselves.</p>
          ) : (
            <>
              <p>Can log in</p>
              <BanButton name={name} busy={action.busy} onBan={ban} />
            </>
          )}
        </li>
      </ul>
    </section>
  )
}

type PersonRoleProps = PersonProps & { withProof: RunWithOwnerProof }

/** The application of a person who asks to become a partner, with buttons that decide about it. */
export function PartnerApplication({ person, action, withProof, onChange }: PersonRoleProps) {
  const { id, name, partnerApplicationAt } = person
  if (partnerApplicationAt === null) return null
  const decide = (approve: boolean) =>
    action.perform({
      run: async () =>
        onChange(await withProof(() => callForJson(decidePartnerApplication, { params: { id }, body: { approve } }))),
      done: approve
        ? `${name} is a partner now, and a mail tells them.`
        : `${name}’s application is declined, and a mail tells them.`,
    })
  return (
    <section className="card-part" aria-labelledby="application">
      <h3 id="application">Application</h3>
      <p>
        Asked to become a partner <RelativeTime at={partnerApplicationAt} />.
      </p>
      <div className="buttons">
        <QuietButton kind="main" busy={action.busy} onClick={() => decide(true)} aria-label={`Approve ${name}`}>
          Approve
        </QuietButton>
        <ConfirmButton
          label="Decline …"
          about={name}
          question={`Decline ${name}’s application? A mail tells them, which cannot be taken back.`}
          confirm="Decline"
          busy={action.busy}
          onConfirm={() => decide(false)}
        />
      </div>
    </section>
  )
}

const article = { Admin: 'an admin', Partner: 'a partner' }

export function PersonRoleControls({ person, action, withProof, onChange }: PersonRoleProps) {
  const me = useSession(({ user }) => user?.id) === person.id
  const { name, id } = person
  const set = (role: 'Admin' | 'Partner', given: boolean) => ({
    run: async () =>
      onChange(await withProof(() => callForJson(given ? grantRole : revokeRole, { params: { id, role } }))),
    done: given ? `${name} is ${article[role]} now.` : `${name} is no ${role.toLowerCase()} any more.`,
  })
  const turn = (role: 'Admin' | 'Partner', given: boolean) =>
    action.perform({ ...set(role, given), undo: set(role, !given) })
  const isAdmin = person.roles.includes('Admin')
  const isPartner = person.roles.includes('Partner')

  return (
    <section className="card-part" aria-labelledby="roles">
      <h3 id="roles">Roles</h3>
      {person.guest ? (
        <p className="soft">A guest holds no role, since nobody has confirmed that address.</p>
      ) : (
        <ul className="list">
          <li>
            <p>
              <b>Admin</b> <span className="soft">does everything, this desk included</span>
            </p>
            <ConfirmButton
              label={isAdmin ? 'Take away …' : 'Make admin …'}
              question={
                isAdmin
                  ? me
                    ? 'Take the desk away from yourself? You cannot give it back to yourself.'
                    : `Take the desk away from ${name}?`
                  : `Make ${name} an admin? They can then do everything that you can, also to you.`
              }
              confirm={isAdmin ? 'Take it away' : 'Make admin'}
              busy={action.busy}
              onConfirm={() => (me && isAdmin ? action.perform(set('Admin', false)) : turn('Admin', !isAdmin))}
            />
          </li>
          {site.features.ordering && (
            <li>
              <p>
                <b>Partner</b> <span className="soft">runs a kitchen</span>
              </p>
              <QuietButton busy={action.busy} onClick={() => turn('Partner', !isPartner)}>
                {isPartner ? 'Take away' : 'Make partner'}
              </QuietButton>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

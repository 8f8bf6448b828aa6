import { banPerson, type Person, signOutPerson, unbanPerson } from '#contract/desk.ts'
import { api } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import type { ActionRunner } from '../../../api/use-action.ts'
import { formatCount } from '../../../kit/format-count.ts'
import { When } from '../../../kit/when.tsx'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'
import { BanButton } from './ban-button.tsx'

interface PersonAccessProps {
  person: Person
  /** The number of open sessions. */
  sessions: number
  action: ActionRunner
  onChange: (person: Person) => void
  onSignedOut: () => void
}

/** The section about sessions and the ban of a person. */
export function PersonAccess({ person, sessions, action, onChange, onSignedOut }: PersonAccessProps) {
  const me = useSession(({ user }) => user?.id) === person.id
  const { id, name } = person
  const signOut = () =>
    action.perform({
      run: async () => {
        await api(signOutPerson, { params: { id } })
        onSignedOut()
      },
      done: `${name} is signed out everywhere.`,
    })
  const lift = {
    run: async () => onChange(await api(unbanPerson, { params: { id } })),
    done: `${name} can log in again.`,
  }
  const ban = (reason: string) =>
    action.perform({
      run: async () => onChange(await api(banPerson, { params: { id }, body: { reason } })),
      done: `${name} is banned and signed out everywhere.`,
      undo: lift,
    })

  return (
    <section className="card-part" aria-labelledby="access">
      <h3 id="access">Access</h3>
      <ul className="list">
        <li>
          <p>{sessions === 0 ? 'Signed in nowhere' : `Signed in on ${formatCount(sessions, 'device', 'devices')}`}</p>
          {sessions > 0 && (
            <Confirm
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
                Banned <When at={person.bannedAt} />
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

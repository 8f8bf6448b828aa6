import { grantRole, type Person, revokeRole } from '#contract/desk.ts'
import { site } from '#site'
import { api } from '../../../api/call-api.ts'
import { useSession } from '../../../api/session.ts'
import type { ActionRunner } from '../../../api/use-action.ts'
import { Confirm } from '../../../ui/dialog/confirm.tsx'
import { QuietButton } from '../../../ui/quiet-button.tsx'

interface PersonRolesProps {
  person: Person
  action: ActionRunner
  onChange: (person: Person) => void
}

const article = { Admin: 'an admin', Partner: 'a partner' }

/** The section that grants and revokes the roles of a person. */
export function PersonRoles({ person, action, onChange }: PersonRolesProps) {
  const me = useSession(({ user }) => user?.id) === person.id
  const { name, id } = person
  const set = (role: 'Admin' | 'Partner', given: boolean) => ({
    run: async () => onChange(await api(given ? grantRole : revokeRole, { params: { id, role } })),
    done: given ? `${name} is ${article[role]} now.` : `${name} is no ${role.toLowerCase()} any more.`,
  })
  const turn = (role: 'Admin' | 'Partner', given: boolean) =>
    action.perform({ ...set(role, given), undo: set(role, !given) })
  const has = (role: 'Admin' | 'Partner') => person.roles.includes(role)

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
            {has('Admin') ? (
              <Confirm
                label="Take away …"
                question={
                  me
                    ? 'Take the desk away from yourself? You cannot give it back to yourself.'
                    : `Take the desk away from ${name}?`
                }
                confirm="Take it away"
                busy={action.busy}
                onConfirm={() => (me ? action.perform(set('Admin', false)) : turn('Admin', false))}
              />
            ) : (
              <Confirm
                label="Make admin …"
                question={`Make ${name} an admin? They can then do everything that you can, also to you.`}
                confirm="Make admin"
                busy={action.busy}
                onConfirm={() => turn('Admin', true)}
              />
            )}
          </li>
          {site.features.ordering && (
            <li>
              <p>
                <b>Partner</b> <span className="soft">runs a kitchen</span>
              </p>
              <QuietButton busy={action.busy} onClick={() => turn('Partner', !has('Partner'))}>
                {has('Partner') ? 'Take away' : 'Make partner'}
              </QuietButton>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

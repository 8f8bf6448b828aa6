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
            <Confirm
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

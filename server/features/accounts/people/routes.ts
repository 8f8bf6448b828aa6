import {
  banPerson as banPersonCall,
  decideApplication as decideApplicationCall,
  getPerson as getPersonCall,
  grantRole as grantRoleCall,
  type LogEntry,
  listPeople as listPeopleCall,
  revokeRole as revokeRoleCall,
  signOutPerson as signOutPersonCall,
  unbanPerson as unbanPersonCall,
} from '#contract/desk.ts'
import { by } from '../../../db/audit-log.ts'
import type { Database, Queries } from '../../../db/database.ts'
import type { Bind } from '../../../http/bind-endpoint.ts'
import type { Presented } from '../../../http/present-rows.ts'
import { banPerson, signOutPerson, unbanPerson } from './bans.ts'
import { countSessions, getPerson, listPeople } from './people.ts'
import { decideApplication, grantRole, type People, revokeRole } from './roles.ts'

export interface PeopleContext extends People {
  db: Database
  /** Reads the entries of the audit log about a person. */
  logOf: (db: Queries, personId: string) => Promise<Presented<LogEntry>>
}

/** Adds the calls with which admins see and change people (S6.04). Changes are logged. */
export function peopleRoutes(bind: Bind, { db, events, logOf }: PeopleContext): void {
  /** Changes a person and builds the answer in the same transaction, so nothing can fail after the commit. */
  const changePerson = async (id: string, change: (people: People) => Promise<unknown>) => {
    const person = await db.transaction().execute(async (tx) => {
      await change({ db: tx, events })
      return getPerson(tx, id)
    })
    return { status: 200, body: person } as const
  }

  bind(listPeopleCall, async ({ query }) => ({ status: 200, body: await listPeople(db, query) }))
  bind(getPersonCall, async ({ params: { id } }) => {
    const person = await getPerson(db, id)
    const { shown: log, damaged } = await logOf(db, id)
    return { status: 200, body: { person, sessions: await countSessions(db, id), log, damaged } }
  })
  bind(grantRoleCall, ({ params: { id, role }, actor }) =>
    changePerson(id, (people) => grantRole(people, by(actor), id, role)),
  )
  bind(revokeRoleCall, ({ params: { id, role }, actor }) =>
    changePerson(id, (people) => revokeRole(people, by(actor), id, role)),
  )
  bind(decideApplicationCall, ({ params: { id }, body, actor }) =>
    changePerson(id, (people) => decideApplication(people, by(actor), id, body.approve)),
  )
  bind(banPersonCall, ({ params: { id }, body, actor }) =>
    changePerson(id, (people) => banPerson(people, { by: by(actor), userId: id, reason: body.reason })),
  )
  bind(unbanPersonCall, ({ params: { id }, actor }) =>
    changePerson(id, (people) => unbanPerson(people, { by: by(actor), userId: id })),
  )
  bind(signOutPersonCall, async ({ params: { id }, actor }) => {
    await signOutPerson({ db, events }, { by: by(actor), userId: id })
    return { status: 204, body: undefined }
  })
}

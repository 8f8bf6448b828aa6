import * as calls from '#contract/desk.ts'
import {
  listPersonRecords,
  type PersonRecordEntry,
  type PersonRecordGroup,
  recordKinds,
} from '#contract/person-records.ts'
import type { Database, DatabaseOrTx, Tx } from '../../../db/database.ts'
import type { EventBus } from '../../../events/events.ts'
import type { BindEndpoint } from '../../../http/bind-endpoint.ts'
import { mergeDamagedRows, type PresentedRows } from '../../../http/present-rows.ts'
import type { PersonRecordSource } from '../../define-feature.ts'
import { countOpenSessions } from '../sessions.ts'
import {
  banPerson,
  decidePartnerApplication,
  grantRole,
  revokeRole,
  signOutPerson,
  unbanPerson,
} from './change-person.ts'
import { getPerson, listPeople } from './people.ts'

export interface PeopleContext {
  db: Database
  events: EventBus
  logOf: (db: DatabaseOrTx, personId: string) => Promise<PresentedRows<calls.AuditLogEntry>>
  /** Returns the sources of all features that list the records of a person. */
  recordSources: () => readonly PersonRecordSource[]
}

/** Adds the calls with which admins read and change people (S6.04). Changes are logged. */
export function peopleRoutes(bind: BindEndpoint, { db, events, logOf, recordSources }: PeopleContext): void {
  /** Changes a person and reads the reply in the same transaction, so that the call cannot fail after the commit. */
  const changePerson = (id: string, change: (tx: Tx) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await change(tx)
      return getPerson(tx, id)
    })

  bind(calls.listPeople, ({ query }) => listPeople(db, query))
  bind(calls.getPerson, async ({ params: { id } }) => {
    const person = await getPerson(db, id)
    const { shown: log, damaged } = await logOf(db, id)
    return { person, sessions: await countOpenSessions(db, id), log, damaged }
  })
  bind(listPersonRecords, async ({ params: { id } }) => {
    const person = await getPerson(db, id)
    const lists: (PresentedRows<PersonRecordEntry> & Pick<PersonRecordGroup, 'kind' | 'count'>)[] = []
    for (const { kind, count, list } of recordSources())
      lists.push({ kind, count: await count(db, person), ...(await list(db, person)) })
    const inOrder = recordKinds.flatMap((kind) => lists.filter((one) => one.kind === kind))
    const records = inOrder.map(({ kind, count, shown }) => ({ kind, count, latest: shown }))
    return { records, damaged: mergeDamagedRows(...lists) }
  })
  bind(calls.grantRole, ({ params: { id, role }, actor }) =>
    changePerson(id, (tx) => grantRole(tx, events, actor, id, role)),
  )
  bind(calls.revokeRole, ({ params: { id, role }, actor }) =>
    changePerson(id, (tx) => revokeRole(tx, events, actor, id, role)),
  )
  bind(calls.decidePartnerApplication, ({ params: { id }, body, actor }) =>
    changePerson(id, (tx) => decidePartnerApplication(tx, events, actor, id, body.approve)),
  )
  bind(calls.banPerson, ({ params: { id }, body, actor }) =>
    changePerson(id, (tx) => banPerson(tx, events, actor, id, body.reason)),
  )
  bind(calls.unbanPerson, ({ params: { id }, actor }) => changePerson(id, (tx) => unbanPerson(tx, events, actor, id)))
  bind(calls.signOutPerson, ({ params: { id }, actor }) =>
    db.transaction().execute((tx) => signOutPerson(tx, events, actor, id)),
  )
}

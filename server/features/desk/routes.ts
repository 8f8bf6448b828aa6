import {
  banPerson as banPersonCall,
  decideApplication as decideApplicationCall,
  getMail,
  getOverview,
  getPerson as getPersonCall,
  grantRole as grantRoleCall,
  listLog as listLogCall,
  listMail as listMailCall,
  listPeople as listPeopleCall,
  retryMail as retryMailCall,
  revokeRole as revokeRoleCall,
  signOutPerson as signOutPersonCall,
  unbanPerson as unbanPersonCall,
} from '#contract/desk.ts'
import { by } from '../../db/audit-log.ts'
import type { Database } from '../../db/database.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { DeskCounts } from '../define-feature.ts'
import { banPerson, type EndSessionsOf, signOutPerson, unbanPerson } from './bans.ts'
import { listLog, logOf } from './log.ts'
import { listMail, readMail, retryMail } from './mail.ts'
import { overview } from './overview.ts'
import { countSessions, getPerson, listPeople, type PictureAddress } from './people.ts'
import { decideApplication, grantRole, type People, revokeRole } from './roles.ts'

export interface DeskContext extends People {
  db: Database
  /** Whether mail can be sent at all. */
  smtp: boolean
  endSessionsOf: EndSessionsOf
  pictureAddress: PictureAddress
  /** What the other features count. */
  counts: Required<DeskCounts>
}

/** The author's desk (S6.04): people, mail and the audit log. What changes something, and reading a mail, is logged. */
export function deskRoutes(bind: Bind, context: DeskContext): void {
  const { db, events, smtp, endSessionsOf, pictureAddress, counts } = context
  /** Changes a person, and builds the answer in the same transaction: once it is committed, nothing of it can fail. */
  const changePerson = async (id: string, change: (people: People) => Promise<unknown>) => {
    const person = await db.transaction().execute(async (tx) => {
      await change({ db: tx, events })
      return getPerson(tx, id, pictureAddress)
    })
    return { status: 200, body: person } as const
  }

  bind(getOverview, async () => {
    const facts = await overview(db, { smtp, pictureAddress })
    const [comments, errors, kitchens] = [await counts.comments(db), await counts.errors(db), await counts.kitchens(db)]
    return { status: 200, body: { ...facts, comments, errors, kitchens } }
  })

  bind(listPeopleCall, async ({ query }) => ({ status: 200, body: await listPeople(db, query, pictureAddress) }))
  bind(getPersonCall, async ({ params: { id } }) => {
    const person = await getPerson(db, id, pictureAddress)
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
    changePerson(id, (people) =>
      banPerson({ ...people, endSessionsOf }, { by: by(actor), userId: id, reason: body.reason }),
    ),
  )
  bind(unbanPersonCall, ({ params: { id }, actor }) =>
    changePerson(id, (people) => unbanPerson(people, { by: by(actor), userId: id })),
  )
  bind(signOutPersonCall, async ({ params: { id }, actor }) => {
    await signOutPerson(context, { by: by(actor), userId: id })
    return { status: 204, body: undefined }
  })

  bind(listMailCall, async ({ query }) => ({ status: 200, body: { ...(await listMail(db, query)), smtp } }))
  bind(getMail, async ({ params: { id }, actor }) => ({ status: 200, body: await readMail(db, by(actor), id) }))
  bind(retryMailCall, async ({ params: { id }, actor }) => ({ status: 200, body: await retryMail(db, by(actor), id) }))

  bind(listLogCall, async ({ query }) => ({ status: 200, body: await listLog(db, query.cursor) }))
}

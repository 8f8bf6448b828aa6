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
  type Overview,
  retryMail as retryMailCall,
  revokeRole as revokeRoleCall,
  signOutPerson as signOutPersonCall,
  unbanPerson as unbanPersonCall,
} from '#contract/desk.ts'
import { by } from '../db/audit-log.ts'
import type { Queries } from '../db/database.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { banPerson, type EndSessionsOf, signOutPerson, unbanPerson } from './bans.ts'
import { listLog, logOf } from './log.ts'
import { listMail, readMail, retryMail } from './mail.ts'
import { overview } from './overview.ts'
import { countSessions, getPerson, listPeople, type PictureAddress } from './people.ts'
import { decideApplication, grantRole, type People, revokeRole } from './roles.ts'

export interface DeskContext extends People {
  /** Whether mail can be sent at all. */
  smtp: boolean
  endSessionsOf: EndSessionsOf
  pictureAddress: PictureAddress
  /** Hears of everybody whose rights have changed, or whose sessions have ended. */
  personChanged: (userId: string) => void
  /** How many comments wait for a decision. */
  countModeration: (db: Queries) => Promise<Overview['comments']>
  /** How many errors nobody has dealt with. */
  countOpenErrors: (db: Queries) => Promise<number>
  /** How many kitchens wait for an admin, and how many orders are on their way. */
  countKitchens: (db: Queries) => Promise<Overview['kitchens']>
}

/** The author's desk (S6.04): people, mail and the audit log. What changes something, and reading a mail, is logged. */
export function deskRoutes(bind: Bind, context: DeskContext): void {
  const { db, smtp, endSessionsOf, pictureAddress, personChanged, countModeration, countOpenErrors, countKitchens } =
    context
  const personOf = async (id: string) => ({ status: 200, body: await getPerson(db, id, pictureAddress) }) as const

  bind(getOverview, async () => {
    const facts = await overview(db, { smtp, pictureAddress })
    const [comments, errors, kitchens] = [await countModeration(db), await countOpenErrors(db), await countKitchens(db)]
    return { status: 200, body: { ...facts, comments, errors, kitchens } }
  })

  bind(listPeopleCall, async ({ query }) => ({ status: 200, body: await listPeople(db, query, pictureAddress) }))
  bind(getPersonCall, async ({ params: { id } }) => {
    const person = await getPerson(db, id, pictureAddress)
    return { status: 200, body: { person, sessions: await countSessions(db, id), log: await logOf(db, id) } }
  })
  bind(grantRoleCall, async ({ params: { id, role }, actor }) => {
    await grantRole(context, by(actor), id, role)
    personChanged(id)
    return personOf(id)
  })
  bind(revokeRoleCall, async ({ params: { id, role }, actor }) => {
    await revokeRole(context, by(actor), id, role)
    personChanged(id)
    return personOf(id)
  })
  bind(decideApplicationCall, async ({ params: { id }, body, actor }) => {
    await decideApplication(db, by(actor), id, body.approve)
    return personOf(id)
  })
  bind(banPersonCall, async ({ params: { id }, body, actor }) => {
    await banPerson(context, { by: by(actor), userId: id, reason: body.reason })
    personChanged(id)
    return personOf(id)
  })
  bind(unbanPersonCall, async ({ params: { id }, actor }) => {
    await unbanPerson(context, { by: by(actor), userId: id })
    return personOf(id)
  })
  bind(signOutPersonCall, async ({ params: { id }, actor }) => {
    await signOutPerson(db, endSessionsOf, { by: by(actor), userId: id })
    personChanged(id)
    return { status: 204, body: undefined }
  })

  bind(listMailCall, async ({ query }) => ({ status: 200, body: { ...(await listMail(db, query)), smtp } }))
  bind(getMail, async ({ params: { id }, actor }) => ({ status: 200, body: await readMail(db, by(actor), id) }))
  bind(retryMailCall, async ({ params: { id }, actor }) => ({ status: 200, body: await retryMail(db, by(actor), id) }))

  bind(listLogCall, async ({ query }) => ({ status: 200, body: await listLog(db, query.cursor) }))
}

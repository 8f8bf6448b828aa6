import {
  getMail,
  getOverview,
  listLog as listLogCall,
  listMail as listMailCall,
  type Overview,
  retryMail as retryMailCall,
} from '#contract/desk.ts'
import { by } from '../../db/audit-log.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { damagedIn, type Presented } from '../../http/present-rows.ts'
import type { DeskCounts } from '../define-feature.ts'
import { listLog } from './log.ts'
import { listMail, readMail, retryMail } from './mail.ts'
import { readOverview } from './overview.ts'

type PeopleSummary = Pick<Overview, 'applications' | 'readers' | 'newReaders' | 'guests'> & {
  applicants: Presented<Overview['applicants'][number]>
}

export interface DeskContext {
  db: Database
  /** Whether the site can send mail. */
  smtp: boolean
  summarisePeople: (db: Queries) => Promise<PeopleSummary>
  /** The counts of the other features. */
  counts: Required<DeskCounts>
}

/**
 * Adds the calls of the desk (S6.04): its first page, mail and the audit log. Changes, and reading a mail, are logged.
 */
export function deskRoutes(bind: Bind, { db, smtp, summarisePeople, counts }: DeskContext): void {
  bind(getOverview, async () => {
    const { applicants, ...people } = await summarisePeople(db)
    const facts = await readOverview(db, smtp)
    const [comments, errors, kitchens] = [await counts.comments(db), await counts.errors(db), await counts.kitchens(db)]
    const damaged = damagedIn(applicants, facts.log)
    const body = { ...people, ...facts, applicants: applicants.shown, log: facts.log.shown, damaged }
    return { status: 200, body: { ...body, comments, errors, kitchens } }
  })

  bind(listMailCall, async ({ query }) => ({ status: 200, body: { ...(await listMail(db, query)), smtp } }))
  bind(getMail, async ({ params: { id }, actor }) => ({ status: 200, body: await readMail(db, by(actor), id) }))
  bind(retryMailCall, async ({ params: { id }, actor }) => ({ status: 200, body: await retryMail(db, by(actor), id) }))

  bind(listLogCall, async ({ query }) => ({ status: 200, body: await listLog(db, query.cursor) }))
}

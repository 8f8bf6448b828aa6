import * as calls from '#contract/desk.ts'
import { by } from '../../db/audit-log.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { damagedIn, type Presented } from '../../http/present-rows.ts'
import { type DeskCounts, defineFeature } from '../define-feature.ts'
import { latestLog, listLog, logOf } from './log.ts'
import { countMail, listMail, readMail, retryMail } from './mail.ts'

const LOG_ENTRIES = 8

type PeopleSummary = Pick<calls.Overview, 'applications' | 'readers' | 'newReaders' | 'guests'> & {
  applicants: Presented<calls.Overview['applicants'][number]>
}

interface DeskContext {
  db: Database
  smtp: boolean
  summarisePeople: (db: Queries) => Promise<PeopleSummary>
  counts: Required<DeskCounts>
}

export const desk = (context: DeskContext) =>
  defineFeature({ name: 'desk', switchedBy: 'accounts', routes: ({ bind }) => deskRoutes(bind, context), logOf })

/** Adds the calls of the desk (S6.04). Changes, and reading a mail, are logged. */
function deskRoutes(bind: Bind, { db, smtp, summarisePeople, counts }: DeskContext): void {
  bind(calls.getOverview, async () => {
    const { applicants, ...people } = await summarisePeople(db)
    const log = await latestLog(db, LOG_ENTRIES)
    return {
      ...people,
      mail: await countMail(db),
      smtp,
      comments: await counts.comments(db),
      errors: await counts.errors(db),
      kitchens: await counts.kitchens(db),
      applicants: applicants.shown,
      log: log.shown,
      damaged: damagedIn(applicants, log),
    }
  })

  bind(calls.listMail, async ({ query }) => ({ ...(await listMail(db, query)), smtp }))
  bind(calls.getMail, ({ params: { id }, actor }) => readMail(db, by(actor), id))
  bind(calls.retryMail, ({ params: { id }, actor }) => retryMail(db, by(actor), id))

  bind(calls.listLog, ({ query }) => listLog(db, query.cursor))
}

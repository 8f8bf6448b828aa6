import type { Queries } from '../../db/database.ts'
import { latestLog } from './log.ts'
import { countMail } from './mail.ts'

const LOG_ENTRIES = 8

/** Counts mails by state and lists the latest actions. */
export const readOverview = async (db: Queries, smtp: boolean) => ({
  mail: await countMail(db),
  smtp,
  log: await latestLog(db, LOG_ENTRIES),
})

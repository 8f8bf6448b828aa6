import type { Queries } from '../../db/database.ts'
import { latestLog } from './log.ts'
import { countMail } from './mail.ts'

const LOG_ENTRIES = 8

/** Reads what has become of mails, and what was done last. */
export const overview = async (db: Queries, smtp: boolean) => ({
  mail: await countMail(db),
  smtp,
  log: await latestLog(db, LOG_ENTRIES),
})

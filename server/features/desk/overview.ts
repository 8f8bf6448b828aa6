import { DAY_MS } from '#contract/limits.ts'
import type { Queries } from '../../db/database.ts'
import { damagedIn } from '../../http/present-rows.ts'
import { latestLog } from './log.ts'
import { countMail } from './mail.ts'
import { listApplicants, type PictureAddress } from './people.ts'

const APPLICANTS = 5
const LOG_ENTRIES = 8

/** What waits for a decision, how many people there are, and what was done last; comments, errors and kitchens are others' to count. */
export async function overview(
  db: Queries,
  { smtp, pictureAddress }: { smtp: boolean; pictureAddress: PictureAddress },
) {
  const { applicants, applications } = await listApplicants(db, APPLICANTS, pictureAddress)
  const { guests, readers, newReaders } = await countPeople(db)
  const log = await latestLog(db, LOG_ENTRIES)
  return {
    applications,
    applicants: applicants.shown,
    mail: await countMail(db),
    smtp,
    readers,
    newReaders,
    guests,
    log: log.shown,
    damaged: damagedIn(applicants, log),
  }
}

async function countPeople(db: Queries): Promise<{ readers: number; newReaders: number; guests: number }> {
  return db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('is_guest', '=', 0).as('readers'),
      fn
        .countAll<number>()
        .filterWhere('is_guest', '=', 0)
        .filterWhere('created_at', '>', Date.now() - 7 * DAY_MS)
        .as('newReaders'),
      fn.countAll<number>().filterWhere('is_guest', '=', 1).as('guests'),
    ])
    .executeTakeFirstOrThrow()
}

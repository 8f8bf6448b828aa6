import { DAY_MS } from '#contract/limits.ts'
import type { Queries } from '../../../db/database.ts'
import { listApplicants } from './people.ts'

const APPLICANTS = 5

/** Counts readers and guests, and lists the applications that have waited longest, for the first page of the desk. */
export async function summarisePeople(db: Queries) {
  const { applicants, applications } = await listApplicants(db, APPLICANTS)
  return { applications, applicants, ...(await countPeople(db)) }
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

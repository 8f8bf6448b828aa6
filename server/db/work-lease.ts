import * as z from 'zod'
import { CLOCK_DIFFERENCE_MAX_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Database, DatabaseOrTx } from './database.ts'
import { readSetting, writeSettingIfUnchanged } from './settings.ts'

/**
 * How long a claim lasts after its last renewal. A killed process renews nothing, so its claim ends after this time.
 */
const CLAIM_MS = 2 * MINUTE_MS
/** The interval in which a process renews its claim. */
const RENEWAL_INTERVAL_MS = MINUTE_MS / 2

/**
 * The claim of a process on work. When the process has lost the claim, `renew` and `release` change nothing and return
 * false.
 */
export interface WorkClaim<T> {
  /** The results that were stored when the work was claimed; null when no results were stored. */
  last: T | null
  /** Renews the claim. @param last the new results; by default, the stored results stay unchanged */
  renew: (last?: T, queries?: DatabaseOrTx) => Promise<boolean>
  /** Renews the claim at intervals while `run` runs. */
  renewDuring: <R>(run: () => Promise<R>, onError: (error: unknown) => void) => Promise<R>
  /** Ends the claim. @param last the new results; by default, the stored results stay unchanged */
  release: (queries: DatabaseOrTx, last?: T) => Promise<boolean>
}

/**
 * Creates a lease for work that only one process of the site may do at a time. A setting stores the current claim and
 * the results of the work.
 * @param key the key of the setting
 * @param results the schema of the results
 */
export function createWorkLease<T>(key: string, results: z.ZodType<T>) {
  const schema = z.object({
    runningSince: z.int().nullable(),
    claimedUntil: z.int(),
    // Results of another shape, from another version of the site, are read as null. The claim stays valid.
    last: results.nullable().catch(null),
  })
  type State = { runningSince: number | null; claimedUntil: number; last: T | null }
  const released = { runningSince: null, claimedUntil: 0 }
  // Ignores a claim that ends later than any correct claim could: the clock of the machine that stored it was wrong.
  const isClaimed = ({ claimedUntil }: State, now: number) =>
    claimedUntil > now && claimedUntil <= now + CLAIM_MS + CLOCK_DIFFERENCE_MAX_MS
  const parse = (stored: unknown): State => schema.safeParse(stored).data ?? { ...released, last: null }

  return {
    /**
     * Returns the last results, and when the running work began; `runningSince` is null when no process does the work.
     */
    read: async (db: DatabaseOrTx): Promise<Pick<State, 'runningSince' | 'last'>> => {
      const state = parse(await readSetting(db, key))
      return { runningSince: isClaimed(state, Date.now()) ? state.runningSince : null, last: state.last }
    },

    /** Claims the work for this process. @returns null while another process has the claim */
    claim: async (db: Database): Promise<WorkClaim<T> | null> => {
      const runningSince = Date.now()
      const stored = await readSetting(db, key)
      const state = parse(stored)
      if (isClaimed(state, runningSince)) return null
      const { last } = state
      const renewed = () => ({ runningSince, claimedUntil: Date.now() + CLAIM_MS })
      if (!(await writeSettingIfUnchanged(db, key, stored, { ...renewed(), last } satisfies State))) return null

      async function change(queries: DatabaseOrTx, next: (state: State) => State): Promise<boolean> {
        for (;;) {
          const stored = await readSetting(queries, key)
          const state = parse(stored)
          // A different start time means that another process has claimed the work since then.
          if (state.runningSince !== runningSince) return false
          if (await writeSettingIfUnchanged(queries, key, stored, next(state))) return true
        }
      }

      const renew: WorkClaim<T>['renew'] = (last, queries = db) =>
        change(queries, (state) => ({ ...renewed(), last: last ?? state.last }))
      return {
        last,
        renew,
        renewDuring: async (run, onError) => {
          const renewal = setInterval(() => void renew().catch(onError), RENEWAL_INTERVAL_MS).unref()
          return run().finally(() => clearInterval(renewal))
        },
        release: (queries, last) => change(queries, (state) => ({ ...released, last: last ?? state.last })),
      }
    },
  }
}

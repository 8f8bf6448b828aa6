import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { SECOND_MS } from '#contract/limits.ts'
import { site } from '#site'
import type { Database } from '../db/database.ts'

/** Counts a call in its window. @returns the count with this call, and the milliseconds until the window ends */
type CountCall = (key: string, windowMs: number) => Promise<{ count: number; endsInMs: number }>

/** The counts of calls that all processes of the site share. */
export interface SharedCallCounts {
  count: CountCall
  /** Deletes the counts whose window has ended. */
  clean: () => Promise<void>
  close: () => void
}

/** The longest time that a call waits for Redis. */
const TIMEOUT_MS = SECOND_MS
/** The maximum number of callers that a process counts while it counts alone. */
const MEMORY_MAX = 20_000

/**
 * Counts in the table `call_counts`. Each call is counted by a single statement, so that no simultaneous call is
 * missed.
 */
export const createPostgresCallCounts = (db: Database): SharedCallCounts => ({
  count: async (key, windowMs) => {
    const now = Date.now()
    const { rows } = await sql<{ count: number; ends_at: number }>`
      insert into call_counts as counts (key, count, ends_at) values (${key}, 1, ${now + windowMs})
      on conflict (key) do update set
        count = case when counts.ends_at <= ${now} then 1 else counts.count + 1 end,
        ends_at = case when counts.ends_at <= ${now} then excluded.ends_at else counts.ends_at end
      returning count, ends_at`.execute(db)
    const row = rows[0]
    if (!row) throw new Error('The database has counted no call.')
    return { count: Number(row.count), endsInMs: Number(row.ends_at) - now }
  },
  clean: async () => void (await db.deleteFrom('call_counts').where('ends_at', '<=', Date.now()).execute()),
  close: () => {},
})

/**
 * Counts with INCR, and sets the end of a new window with PEXPIRE. The script runs as one step, so every window
 * gets an end.
 */
const script = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`

/** Counts in Redis. @param url the URL of Redis */
export async function createRedisCallCounts(url: string): Promise<SharedCallCounts> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: TIMEOUT_MS })
  // Each failed call rejects, and the connection is retried.
  redis.on('error', () => {})
  return {
    count: async (key, windowMs) => {
      const answer = await redis.eval(script, 1, `${site.app.id}:calls:${key}`, windowMs)
      const [count, endsInMs] = answer as [number, number]
      return { count, endsInMs }
    },
    // Redis deletes the counts of ended windows itself.
    clean: async () => {},
    close: () => redis.disconnect(),
  }
}

/**
 * Returns the store of @fastify/rate-limit that counts for all processes. While the shared counts fail, each process
 * counts in its memory: a limit then allows several times as many calls, but refuses no caller wrongly.
 * @param log gets a message when the shared counts begin to fail, and when they work again
 */
export function createSharedRateLimitStore(
  counts: SharedCallCounts,
  log: FastifyBaseLogger,
): FastifyRateLimitStoreCtor {
  const memory = new LRUCache<string, { count: number; endsAt: number }>({ max: MEMORY_MAX })
  let isFailing = false
  const countAlone: CountCall = async (key, windowMs) => {
    const now = Date.now()
    const known = memory.get(key)
    const next = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs }
    next.count++
    memory.set(key, next)
    return { count: next.count, endsInMs: next.endsAt - now }
  }
  const countTogether: CountCall = async (key, windowMs) => {
    try {
      const counted = await counts.count(key, windowMs)
      if (isFailing) log.info('limits: all processes count together again')
      isFailing = false
      return counted
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'limits: each process counts alone')
      isFailing = true
      return countAlone(key, windowMs)
    }
  }
  return class implements FastifyRateLimitStore {
    incr(caller: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      // The hash keeps IP addresses and email addresses out of the counts.
      const key = createHash('sha256').update(caller).digest('base64url')
      countTogether(key, windowMs).then(
        ({ count, endsInMs }) => done(null, { current: count, ttl: Math.max(endsInMs, 0) }),
        (error) => done(error),
      )
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}

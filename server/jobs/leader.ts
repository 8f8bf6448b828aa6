import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { SECOND_MS } from '#contract/limits.ts'
import { openClient } from '../db/postgres.ts'

/** The pause between two tries to lead. */
const RETRY_MS = 5 * SECOND_MS

/** Ends work. Resolves when all of the work has ended. */
type End = () => Promise<unknown>

/**
 * Starts work when this process becomes the leader, and ends it when this process is no longer the leader. One process
 * of a site leads.
 * @returns a function that ends the work permanently, so that another process may lead
 */
export type RunAsLeader = (start: () => End) => End

/** Leads at once, for a site that has one process. */
export const leadAlone: RunAsLeader = (start) => start()

interface LockOptions {
  /** The address of the Postgres that the processes share. */
  url: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  retryMs?: number
}

/**
 * Makes a process the leader when its connection gets an advisory lock of Postgres. When the connection is lost, the
 * next leader may begin before the former one notices the loss. So the work must be safe in two processes at the same
 * time.
 */
export const leadByPostgresLock =
  ({ url, log, retryMs = RETRY_MS }: LockOptions): RunAsLeader =>
  (start) => {
    const stopping = new AbortController()
    const { signal } = stopping
    const pause = () => wait(retryMs, undefined, { signal, ref: false }).catch(() => {})

    /** Leads until the connection ends or this process stops. */
    async function lead(client: Client): Promise<void> {
      const ended = Promise.withResolvers<void>()
      client.once('end', ended.resolve)
      signal.addEventListener('abort', () => ended.resolve(), { once: true })
      // Tries again after each pause, because a statement that waits for the lock would block VACUUM all the time.
      while (!(await takeLock(client)) && !signal.aborted) await pause()
      if (signal.aborted) return
      log.info({}, 'this process leads the site')
      const end = start()
      await ended.promise
      await end()
    }

    async function campaign(): Promise<void> {
      let isAway = false
      while (!signal.aborted) {
        try {
          const client = await openLeaderClient(url)
          isAway = false
          await lead(client).finally(() => client.end())
        } catch (error) {
          if (!isAway) log.warn({ err: error }, 'no process can lead the site')
          isAway = true
        }
        await pause()
      }
    }

    const campaigning = campaign()
    return () => {
      stopping.abort()
      return campaigning
    }
  }

async function openLeaderClient(url: string): Promise<Client> {
  const client = await openClient(url, 'leader')
  // When the machine of the leader loses the network, Postgres releases the lock after a minute in place of two hours.
  await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
  return client
}

/** Takes the lock of the site. Other sites may have their tables in other schemas of the same database. */
async function takeLock(client: Client): Promise<boolean> {
  const lock = "pg_try_advisory_lock(hashtext('leader'), hashtext(current_schema()))"
  const { rows } = await client.query(`select ${lock} as has_lock`)
  return rows[0].has_lock
}

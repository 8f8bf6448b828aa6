import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { SECOND_MS } from '#contract/limits.ts'
import { openClient } from '../db/postgres.ts'

/** The pause between two tries to lead. */
const RETRY_MS = 5 * SECOND_MS

/** Ends work. Resolves when nothing of it runs any more. */
type End = () => Promise<unknown>

/**
 * Starts work in the one process that leads, and ends it when this process leads no more.
 * @returns ends it for good, so that another process may lead
 */
export type Leadership = (start: () => End) => End

/** The leadership of a site that has one process. */
export const leadAlone: Leadership = (start) => start()

interface LockOptions {
  /** The address of the Postgres that the processes share. */
  url: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  retryMs?: number
}

/**
 * The leadership of the process whose connection has an advisory lock of Postgres. When that connection is lost, its
 * process and the next leader both do the work until that process notices, so the work must bear that.
 */
export const leadByLock =
  ({ url, log, retryMs = RETRY_MS }: LockOptions): Leadership =>
  (start) => {
    const stopping = new AbortController()
    const { signal } = stopping
    const pause = () => wait(retryMs, undefined, { signal, ref: false }).catch(() => {})

    /** Leads until the connection or the site ends. */
    async function lead(client: Client): Promise<void> {
      const ended = Promise.withResolvers<void>()
      client.once('end', ended.resolve)
      signal.addEventListener('abort', () => ended.resolve(), { once: true })
      // A statement that waits for the lock would keep VACUUM from its work for as long as it waits.
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
  // Postgres ends the lock of a machine that is cut off after a minute, and not after two hours.
  await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
  return client
}

async function takeLock(client: Client): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_lock(hashtext('leader')) as has_lock")
  return rows[0].has_lock
}

import { setTimeout as wait } from 'node:timers/promises'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { runsAfterCommit } from './after-commit.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const CONNECTIONS_MAX = 10

/** How long a caller waits for Postgres, in milliseconds. */
export interface PostgresLimits {
  /** For a connection, while nobody is answered: a free one of the pool, or a new one. */
  connectMs: number
  /**
   * For a connection and the first answer on it, when that is a read or the begin of a transaction; while others are
   * answered the caller stands in line, and the time begins when one of them was.
   */
  firstAnswerMs: number
  /** For any other answer. */
  statementMs: number
}

/** While the site serves: a page learns within two seconds that its comments cannot be read now. */
const servingLimits: PostgresLimits = { connectMs: 1_500, firstAnswerMs: 1_900, statementMs: 5 * SECOND_MS }

/** At the start, where migrations may rewrite large tables, or wait for another process that does. */
export const migrationLimits: PostgresLimits = {
  connectMs: 5 * SECOND_MS,
  firstAnswerMs: 10 * MINUTE_MS,
  statementMs: 10 * MINUTE_MS,
}

/**
 * A pool of connections to the Postgres at the url; the first one is made by the first query. No call waits for ever:
 * one that Postgres does not answer in time fails with DatabaseUnavailable, and its connection is given up.
 */
export async function openPostgres(url: string, limits = servingLimits): Promise<Dialect> {
  const pool = await createPool(url, limits)
  // A server that does not answer takes no leave either; what is left of the pool then ends with the process.
  const end = () => Promise.race([pool.end(), wait(limits.connectMs, undefined, { ref: false })])
  return postgresDialect(pool, end, limits)
}

/** Clients whose connection has broken. */
const broken = new WeakSet<object>()

/** Makes the connections of `openPostgres`. */
export async function createPool(url: string, limits = servingLimits): Promise<Pool> {
  const { default: pg } = await import('pg')

  /** A client that breaks emits `error` at any time; without a listener that would end the process. */
  class HeardClient extends pg.Client {
    constructor(options?: string | object) {
      super(options)
      this.on('error', () => broken.add(this))
    }
  }
  const pool = new pg.Pool({
    Client: HeardClient,
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: limits.connectMs,
    // A statement whose caller has given up must not go on for ever, nor its transaction keep its locks.
    statement_timeout: 2 * limits.statementMs,
    idle_in_transaction_session_timeout: 2 * limits.statementMs,
    keepAlive: true,
    // Instants and counts are far below 2^53, so int8 comes as a number, as SQLite gives it.
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
  // The pool replaces a connection that breaks while nobody uses it.
  pool.on('error', () => {})
  return pool
}

/**
 * Returns the dialect of `openPostgres` on connections that are there already.
 * @param end called when the database is destroyed
 */
export function postgresDialect(pool: Pool, end: () => Promise<void>, limits = servingLimits): Dialect {
  let answeredAt = 0
  const onAnswer = () => {
    answeredAt = performance.now()
  }
  /** @param patienceMs how long the caller waits while others are answered: that is a queue, and no outage */
  const connect = async (patienceMs = limits.statementMs): Promise<PostgresPoolClient> => {
    const since = performance.now()
    try {
      const client = await pool.connect()
      const isUnavailable = (error: unknown) => broken.has(client) || unavailableCodes.test(codeOf(error))
      return boundedClient(client, { silentSince: Math.max(since, answeredAt), limits, isUnavailable, onAnswer })
    } catch (error) {
      const left = patienceMs - (performance.now() - since)
      if (answeredAt < since || left <= 0) throw new DatabaseUnavailable(error)
      return connect(left)
    }
  }
  return new SiteDialect({ pool: { options: pool.options, connect: () => connect(), end } })
}

class SiteDialect extends PostgresDialect {
  override createDriver() {
    return runsAfterCommit(super.createDriver())
  }
}

interface Bounds {
  /** Since when the caller has waited and nobody was answered. */
  silentSince: number
  limits: PostgresLimits
  /** Whether a query failed for want of Postgres. */
  isUnavailable: (error: unknown) => boolean
  onAnswer: () => void
}

/** The client, whose queries are answered or fail within the limits. */
function boundedClient(
  client: PoolClient,
  { silentSince, limits, isUnavailable, onAnswer }: Bounds,
): PostgresPoolClient {
  let isFirst = true
  let isLate = false
  const query = async (text: string, values: readonly unknown[]) => {
    const isBrief = isFirst && /^\s*(select|begin|start)\b/i.test(text)
    isFirst = false
    const limitMs = isBrief ? limits.firstAnswerMs - (performance.now() - silentSince) : limits.statementMs
    let isOver = false
    const giveUp = () => {
      if (isOver) return
      isLate = true
      // Fails the query, and gives the connection up: its answer would be taken for that of the next one.
      client.end()
    }
    // After a process was busy its timers come before the answers that have arrived meanwhile; they are taken first.
    const late = setTimeout(() => setImmediate(giveUp), limitMs)
    try {
      const result = await client.query(text, [...values])
      onAnswer()
      return result
    } catch (error) {
      throw isLate || isUnavailable(error) ? new DatabaseUnavailable(error) : error
    } finally {
      isOver = true
      clearTimeout(late)
    }
  }
  // Kysely's type has streams by cursors, too, which the site does not use.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
}

/**
 * The classes and codes of Postgres (appendix A of its documentation) that say nothing against the statement: connection
 * (08), resources (53), operator (57), system (58), a server that only reads (25006), a transaction idle for too long
 * (25P03).
 */
const unavailableCodes = /^(08|53|57|58)...$|^(25006|25P03)$/

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code)

/** Whether Postgres answered, and refused the account (28) or the name of the database (3D): waiting changes neither. */
export const isRefusedByPostgres = ({ cause }: DatabaseUnavailable): boolean => /^(28|3D)...$/.test(codeOf(cause))

import { setTimeout as wait } from 'node:timers/promises'
import {
  type DatabaseIntrospector,
  type DatabaseMetadataOptions,
  type Dialect,
  type Kysely,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPoolClient,
  sql,
  type TableMetadata,
} from 'kysely'
import type { Client, Pool, PoolClient } from 'pg'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { addAfterCommitToDriver } from './after-commit.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

const CONNECTIONS_MAX = 10
/** The limit for opening a connection outside the pool. */
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS

/** The time limits of a call to Postgres, in milliseconds. */
export interface PostgresTimeouts {
  /**
   * The limit for getting a connection, from the pool or a new one. It applies only while no other caller gets an
   * answer.
   */
  connectMs: number
  /**
   * The limit for getting a connection and then the answer to its first statement. It applies when this statement is a
   * SELECT or begins a transaction. While the caller waits for the connection, each answer to another caller starts the
   * limit again.
   */
  firstAnswerMs: number
  /** The limit for any other answer. */
  statementMs: number
}

/** The limits of a running site: a call fails within two seconds when its first query gets no answer. */
const servingLimits: PostgresTimeouts = { connectMs: 1_500, firstAnswerMs: 1_900, statementMs: 5 * SECOND_MS }

/** The limits at the start, when migrations may rewrite large tables, or wait for the migrations of another process. */
export const migrationTimeouts: PostgresTimeouts = {
  connectMs: 5 * SECOND_MS,
  firstAnswerMs: 10 * MINUTE_MS,
  statementMs: 10 * MINUTE_MS,
}

/**
 * Opens a pool of connections to the Postgres at the url; the first query makes the first connection. A call that is
 * not answered within its limit fails with DatabaseUnavailableError, and its connection is closed.
 */
export async function openPostgresDialect(url: string, limits = servingLimits): Promise<Dialect> {
  const pool = await createPool(url, limits)
  // A frozen server never confirms the end of its connections, so the wait is limited. Connections that remain open end
  // with the process.
  const end = () => Promise.race([pool.end(), wait(limits.connectMs, undefined, { ref: false })])
  return createDialectFromPool(pool, end, limits)
}

/**
 * Opens a connection outside the pool. When the connection breaks, its queries fail and the client emits `end`.
 * @param purpose a part of the connection's name in pg_stat_activity, which is `site PURPOSE`
 * @param queryTimeoutMs the time after which a query without an answer fails; by default, a query waits without a limit
 */
export async function openClient(url: string, purpose: string, queryTimeoutMs?: number): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
    application_name: `site ${purpose}`,
  })
  // An unhandled `error` event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns the name of the schema in which the site has its tables. */
export async function readCurrentSchemaName<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}

/** Clients whose connection has broken. */
const broken = new WeakSet<object>()

/** Creates the pool of `openPostgresDialect`. */
export async function createPool(url: string, limits = servingLimits): Promise<Pool> {
  const { default: pg } = await import('pg')

  /** A client that handles its `error` event. Without a listener, a broken connection would end the whole process. */
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
    // When the caller has given up, Postgres itself ends the statement later, so that the transaction releases its
    // locks.
    statement_timeout: 2 * limits.statementMs,
    idle_in_transaction_session_timeout: 2 * limits.statementMs,
    keepAlive: true,
    // Times and counts are far below 2^53, so int8 is parsed as a number, as SQLite returns it.
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
  // The pool replaces an idle connection that breaks.
  pool.on('error', () => {})
  return pool
}

/**
 * Returns the dialect of `openPostgresDialect` on an existing pool.
 * @param end called when the database is destroyed
 */
export function createDialectFromPool(pool: Pool, end: () => Promise<void>, limits = servingLimits): Dialect {
  let answeredAt = 0
  const onAnswer = () => {
    answeredAt = performance.now()
  }
  /** @param patienceMs how long the caller waits for a connection while other callers get answers */
  const connect = async (patienceMs = limits.statementMs): Promise<PostgresPoolClient> => {
    const since = performance.now()
    try {
      const client = await pool.connect()
      const isUnavailable = (error: unknown) => broken.has(client) || unavailableCodes.test(codeOf(error))
      return boundedClient(client, { silentSince: Math.max(since, answeredAt), limits, isUnavailable, onAnswer })
    } catch (error) {
      const left = patienceMs - (performance.now() - since)
      if (answeredAt < since || left <= 0) throw new DatabaseUnavailableError(error)
      return connect(left)
    }
  }
  return new SiteDialect({ pool: { options: pool.options, connect: () => connect(), end } })
}

class SiteDialect extends PostgresDialect {
  override createDriver() {
    return addAfterCommitToDriver(super.createDriver())
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new ReachableTables(db)
  }
}

/**
 * Lists only the tables that a statement finds without naming a schema. Other schemas may have tables of the same
 * names, such as those that a restore has set aside.
 */
class ReachableTables extends PostgresIntrospector {
  readonly #db: Kysely<unknown>

  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const tables = await super.getTables(options)
    const { rows } = await sql<{ name: string }>`select unnest(current_schemas(false)) as name`.execute(this.#db)
    return tables.filter(({ schema }) => rows.some(({ name }) => name === schema))
  }
}

interface Bounds {
  /**
   * The time since which Postgres has been silent: since the caller began to wait, or since the last answer to any
   * caller, whichever is later (`performance.now()`).
   */
  silentSince: number
  limits: PostgresTimeouts
  /** Whether a query failed because Postgres is unavailable. */
  isUnavailable: (error: unknown) => boolean
  onAnswer: () => void
}

/** Returns the client with queries that are answered or fail within the limits. */
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
      // Fails the query and closes the connection, because a late answer would be taken for the answer to the next
      // query.
      client.end()
    }
    // When the process was busy, its timers run before the answers that have arrived. `setImmediate` lets the answers
    // be handled first.
    const late = setTimeout(() => setImmediate(giveUp), limitMs)
    try {
      const result = await client.query(text, [...values])
      onAnswer()
      return result
    } catch (error) {
      throw isLate || isUnavailable(error) ? new DatabaseUnavailableError(error) : error
    } finally {
      isOver = true
      clearTimeout(late)
    }
  }
  // Kysely's type also has cursor streams, which the site does not use.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
}

/**
 * The error classes and codes with which Postgres is unavailable (appendix A of the documentation of Postgres):
 * connection exception (08), insufficient resources (53), operator intervention (57), system error (58), a read-only
 * server (25006), an idle transaction that was ended (25P03).
 */
const unavailableCodes = /^(08|53|57|58)...$|^(25006|25P03)$/

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code)

/**
 * Returns whether Postgres refused the account (28) or the name of the database (3D). Waiting does not help in these
 * cases.
 */
export const isPostgresLoginRefused = ({ cause }: DatabaseUnavailableError): boolean =>
  /^(28|3D)...$/.test(codeOf(cause))

import { type Dialect, PostgresDialect } from 'kysely'

const CONNECTIONS_MAX = 10
const CONNECT_TIMEOUT_MS = 5_000

/** A pool of connections to the Postgres at the url; the first one is made by the first query. */
export async function openPostgres(url: string): Promise<Dialect> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // Instants and counts are far below 2^53, so int8 comes as a number, as SQLite gives it.
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
    },
  })
  // The pool replaces a connection that breaks while nobody uses it; unheard, the event would end the process.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

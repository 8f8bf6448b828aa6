import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Client } from 'pg'
import { openClient } from '../db/postgres.ts'
import { StartError } from '../http/start-error.ts'
import type { DatabaseFingerprint } from './manifest.ts'
import { columnsToSum } from './summed-columns.ts'
import { tablesWithoutRows } from './tables-without-rows.ts'

/** Thrown when a client program of Postgres is missing on this machine, or too old. */
export class UnusableProgramError extends StartError {}

/** Connects to Postgres, runs the function and disconnects. */
export async function withPostgresClient<T>(url: string, run: (client: Client) => Promise<T>): Promise<T> {
  let client: Client | undefined
  try {
    client = await openClient(url, 'backup')
    return await run(client)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Postgres cannot be used: ${(error as Error).message}. Check that it runs and that DATABASE_URL is right.`,
    )
  } finally {
    await client?.end().catch(() => {})
  }
}

/**
 * Writes the tables of the site to a file while the site writes to them.
 * @returns the fingerprint of the database as it is in the file
 */
export const dumpPostgresAndReadFingerprint = (
  url: string,
  file: string,
): Promise<DatabaseFingerprint & { schema: string; postgresSchema: string }> =>
  withPostgresClient(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const schema = await readLastMigration(client)
    const postgresSchema = await findPostgresSchema(client)
    const fingerprint = await readPostgresFingerprint(client, tablesWithoutRows)
    // pg_dump reads the same state as `readPostgresFingerprint`, because it shares the snapshot of this transaction.
    const options = ['--format=custom', '--no-owner', '--no-privileges', `--schema="${postgresSchema}"`]
    const empty = tablesWithoutRows.map((table) => `--exclude-table-data="${postgresSchema}".${table}`)
    await runProgram('pg_dump', url, [...options, ...empty, `--snapshot=${rows[0]?.snapshot}`, `--file=${file}`])
    await client.query('commit')
    return { ...fingerprint, schema, postgresSchema }
  })

async function readLastMigration(client: Client): Promise<string> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('kysely_migration') is not null as found")
  if (!rows[0]?.found)
    throw new StartError('The database has no tables of this site yet. Start the site once, then make the backup.')
  return (await client.query<{ name: string }>('select max(name) as name from kysely_migration')).rows[0]?.name ?? ''
}

/**
 * Returns the fingerprint of all tables. Tables named in `empty` count as if they had no rows. Postgres computes the
 * hashes, so no row leaves the server.
 */
export async function readPostgresFingerprint(
  client: Client,
  empty: readonly string[] = [],
): Promise<DatabaseFingerprint> {
  const fingerprint: DatabaseFingerprint = { tables: {}, sums: {} }
  for (const name of await listTables(client, await findPostgresSchema(client))) {
    const half = (side: 'left' | 'right') => `coalesce(sum(('x' || ${side}(hash, 15))::bit(60)::bigint), 0)::text`
    const { rows } = await client.query<{ count: string; hash: string }>(
      `select count(*)::text as count, ${half('left')} || '-' || ${half('right')} as hash
      from (select md5(t::text) as hash from "${name}" t where ${!empty.includes(name)}) hashes`,
    )
    fingerprint.tables[name] = { rows: Number(rows[0]?.count), hash: rows[0]?.hash ?? '' }
  }
  for (const [table, column] of columnsToSum) {
    if (!fingerprint.tables[table]) continue
    const { rows } = await client.query<{ sum: string }>(
      `select coalesce(sum("${column}"), 0)::text as sum from "${table}"`,
    )
    fingerprint.sums[`${table}.${column}`] = rows[0]?.sum ?? ''
  }
  return fingerprint
}

/** Returns the name of the schema with the site's tables; before they exist, the name of the schema for new tables. */
export async function findPostgresSchema(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>(
    `select coalesce(
      (select nspname from pg_namespace n join pg_class c on c.relnamespace = n.oid where c.oid = to_regclass('kysely_migration')),
      current_schema()
    ) as name`,
  )
  return rows[0]?.name ?? 'public'
}

export async function listTables(client: Client, schema: string): Promise<string[]> {
  const query = 'select tablename as name from pg_tables where schemaname = $1 order by tablename'
  return (await client.query<{ name: string }>(query, [schema])).rows.map(({ name }) => name)
}

/**
 * Restores a file of `dumpPostgresAndReadFingerprint`, completely or not at all. The database must already have the schema,
 * without tables.
 * @param schema the name of the schema in the file. With another name, nothing is restored.
 */
export async function restorePostgres(url: string, file: string, schema: string): Promise<void> {
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  // The schema exists already. Without `--schema`, pg_restore would create it again.
  await runProgram('pg_restore', url, [...options, `--schema=${schema}`, file])
}

/**
 * Runs a client program of Postgres. The password is in the environment, because other users of the machine can read
 * the arguments of programs.
 */
async function runProgram(name: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]) {
  const { address, password } = withoutPassword(url)
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const child = spawn(name, [`--dbname=${address}`, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const complaints = text(child.stderr)
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UnusableProgramError(
      `The program ${name} is missing on this machine. Install the client programs of Postgres, in the version of the server or a newer one (Debian: apt-get install postgresql-client).`,
    )
  })) as [number | null]
  if (code === 0) return
  const message = (await complaints).trim()
  if (message.includes('server version mismatch') || /unsupported version .* in file header/.test(message))
    throw new UnusableProgramError(
      `The program ${name} of this machine is older than the Postgres of the site. Install the client programs of the server's version or a newer one. It says: ${message}`,
    )
  throw new StartError(`${name} has failed: ${message}`)
}

function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return { address: address.href, password }
}

/** A Postgres for one run of the tests. */
export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/**
 * The server of TEST_DATABASE_URL, else one of its own, as the tests of the site start it.
 * @throws {Error} when it cannot run on this machine
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL?.trim()
  if (given) return { url: given, stop: async () => {} }
  // Found while the tests run, not by the compiler: this package is built without the site.
  const { href } = new URL('../../server/testing/postgres-server.ts', import.meta.url)
  const site: { startPostgres(): Promise<PostgresServer> } = await import(href)
  return site.startPostgres()
}

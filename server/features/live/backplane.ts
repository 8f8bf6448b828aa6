import { type Backplane, postgresBackplane, redisBackplane } from '@hobohat/hub'
import { site } from '#site'

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Opens the connection between the processes of this site: Redis when it is configured, otherwise the shared Postgres.
 * A site with SQLite has only one process and gets none. When the backplane is unreachable, the connection is retried
 * in the background, and the start of the server is not delayed.
 */
export async function openBackplane(urls: {
  redis?: string | undefined
  postgres?: string | undefined
}): Promise<Backplane | undefined> {
  if (urls.redis) return openRedis(urls.redis)
  if (urls.postgres) return openPostgres(urls.postgres)
  return undefined
}

async function openRedis(url: string): Promise<Backplane> {
  const { Redis } = await import('ioredis')
  return redisBackplane({
    // Messages are not queued during a lost connection, because they would arrive late or twice.
    publisher: new Redis(url, { enableOfflineQueue: false, autoResendUnfulfilledCommands: false }),
    subscriber: new Redis(url),
    // Other sites and programs may use the same Redis.
    prefix: site.app.id,
  })
}

async function openPostgres(url: string): Promise<Backplane> {
  const { default: pg } = await import('pg')
  return postgresBackplane({
    async connect() {
      const client = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: 'site live',
      })
      // Handles errors until the backplane adds its listener; an unhandled `error` event would end the process.
      client.on('error', () => {})
      await client.connect()
      return client
    },
  })
}

import { type Backplane, postgresBackplane, redisBackplane } from '@hobohat/hub'

const CONNECT_TIMEOUT_MS = 5_000
/** The prefix of channels in Redis, which other programs may share. */
const PREFIX = 'hobohat'

/**
 * Opens the link between processes of this site: Redis when configured, otherwise the shared Postgres, otherwise none,
 * because a site with SQLite has one process. A backplane that is unreachable reconnects by itself and delays nothing.
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
    // Messages that waited for a lost connection would arrive late or twice.
    publisher: new Redis(url, { enableOfflineQueue: false, autoResendUnfulfilledCommands: false }),
    subscriber: new Redis(url),
    prefix: PREFIX,
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
        application_name: 'hobohat live',
      })
      // Handles errors until the backplane listens; an unhandled `error` event would end the process.
      client.on('error', () => {})
      await client.connect()
      return client
    },
  })
}

import { type Backplane, postgresBackplane, redisBackplane } from '@hobohat/hub'

const CONNECT_TIMEOUT_MS = 5_000
/** What the channels of Redis, which other programs may share, begin with. */
const PREFIX = 'hobohat'

/**
 * What links the processes of this site: Redis where there is one, else the Postgres that they share, else nothing, since
 * with SQLite there is one process. One that cannot be reached is tried again and again, and holds nothing up.
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
    // What waited for a lost connection would come late, or twice.
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
      // Until the backplane listens; unheard, the event would end the process.
      client.on('error', () => {})
      await client.connect()
      return client
    },
  })
}

import { type Backplane, postgresBackplane, redisBackplane } from '@hobohat/hub'
import { SECOND_MS } from '#contract/limits.ts'
import { site } from '#site'
import { openClient } from '../../db/postgres.ts'

/** After this time without an answer, a frozen server or a silent network counts as a lost connection. */
const SILENCE_MS = 5 * SECOND_MS

/**
 * Opens the connection between the processes of this site: Redis when it is configured, otherwise the shared Postgres.
 * A site with SQLite has only one process and gets none. An unreachable backplane does not delay the start of the
 * server: the connection is retried in the background.
 * @param schema the schema of the site’s tables; only the processes of this schema share messages
 */
export async function openBackplane({
  redis,
  postgres,
  schema,
}: {
  redis?: string | undefined
  postgres?: string | undefined
  schema?: string | undefined
}): Promise<Backplane | undefined> {
  if (redis) return openRedis(redis)
  if (!postgres) return
  return postgresBackplane({ connect: () => openClient(postgres, 'live', SILENCE_MS), channel: schema })
}

async function openRedis(url: string): Promise<Backplane> {
  const { Redis } = await import('ioredis')
  return redisBackplane({
    // Messages are not queued while the connection is lost, because they would arrive late or twice.
    publisher: new Redis(url, {
      socketTimeout: SILENCE_MS,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
    }),
    subscriber: new Redis(url, { socketTimeout: SILENCE_MS }),
    // Other sites and programs may use the same Redis.
    prefix: site.app.id,
  })
}

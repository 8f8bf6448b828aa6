import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const GRACE_MS = 10_000
/**
 * How long to wait for requests that are on their way. They arrive within a second, even from the other side of the
 * world.
 */
export const IDLE_CONNECTION_DRAIN_MS = 1_000

/**
 * Stops accepting requests. Resolves when the running requests are answered, or when they were ended after `graceMs`.
 */
export async function closeAppGracefully(app: FastifyInstance, graceMs = GRACE_MS): Promise<void> {
  const closed = app.close()
  await Promise.race([closed, wait(graceMs, undefined, { ref: false })])
  app.server.closeAllConnections()
}

import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const GRACE_MS = 10_000
/** Requests that were sent before their sender knew arrive within a second, even from the other side of the world. */
export const LINGER_MS = 1_000

/** Stops taking requests and resolves when the running ones are answered, or cut off once the grace (ms) is over. */
export async function shutDown(app: FastifyInstance, graceMs = GRACE_MS): Promise<void> {
  const closed = app.close()
  await Promise.race([closed, wait(graceMs, undefined, { ref: false })])
  app.server.closeAllConnections()
}

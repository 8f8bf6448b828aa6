import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'

/** The time for which a result is reused, because anyone may call, and each check writes to the database. */
const CHECK_EVERY_MS = 5 * SECOND_MS
const CHECK_LIMIT_MS = 1.5 * SECOND_MS

/** Serves /healthz, and /readyz, which answers 503 while the server closes or the database cannot be written. */
export function serveHealth(
  scope: FastifyInstance,
  isClosing: () => boolean,
  isWritable: () => Promise<boolean>,
): void {
  scope.get('/healthz', (_, reply) => plain(reply).send('alive\n'))
  scope.get('/readyz', async (_, reply) => {
    if (isClosing()) return plain(reply).code(503).send('shutting down\n')
    if (await isWritable()) return plain(reply).send('ready\n')
    plain(reply)
      .code(503)
      .header('retry-after', CHECK_EVERY_MS / SECOND_MS)
    return reply.send('the database cannot be written to\n')
  })
}

/** Returns a function that runs the check with a time limit and reuses a recent result. */
export function cacheCheckResult(check: () => Promise<void>): () => Promise<boolean> {
  let last: { at: number; succeeds: Promise<boolean> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= CHECK_EVERY_MS) {
      const succeeds = check().then(
        () => true,
        () => false,
      )
      last = { at: now, succeeds: Promise.race([succeeds, wait(CHECK_LIMIT_MS, false, { ref: false })]) }
    }
    return last.succeeds
  }
}

function plain(reply: FastifyReply): FastifyReply {
  return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
}

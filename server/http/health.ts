import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'
import type { ServedBuild } from './served-build.ts'

/** The time for which a result is reused, because anyone may call, and each check writes to the database. */
const CHECK_EVERY_MS = 5 * SECOND_MS
const CHECK_LIMIT_MS = 1.5 * SECOND_MS
/** The longest time for which a build is missing while a new one replaces it. */
const REPLACE_MS = 100

/**
 * Serves /healthz, and /readyz, which answers 503 while the server closes, the files of the build are missing, or the
 * database cannot be written.
 */
export function serveHealth(
  scope: FastifyInstance,
  build: Pick<ServedBuild, 'dir'>,
  isClosing: () => boolean,
  isWritable: () => Promise<boolean>,
): void {
  scope.get('/healthz', (_, reply) => plain(reply).send('alive\n'))
  scope.get('/readyz', async (_, reply) => {
    if (isClosing()) return plain(reply).code(503).send('shutting down\n')
    const problem = !(await hasFiles(build))
      ? 'the build is missing'
      : !(await isWritable())
        ? 'the database cannot be written to'
        : null
    if (problem === null) return plain(reply).send('ready\n')
    plain(reply)
      .code(503)
      .header('retry-after', CHECK_EVERY_MS / SECOND_MS)
    return reply.send(`${problem}\n`)
  })
}

/** Returns whether the files of a build exist. While a new build replaces it, they are missing for a moment. */
async function hasFiles({ dir }: Pick<ServedBuild, 'dir'>): Promise<boolean> {
  const exists = () => existsSync(join(dir, 'build.json'))
  return exists() || wait(REPLACE_MS).then(exists)
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

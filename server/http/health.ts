import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SECOND_MS } from '#contract/limits.ts'
import type { ServedBuild } from './served-build.ts'

export const HEALTHZ_ANSWER = 'alive\n'
/** The time for which a result is reused, because anyone may call /readyz, and each check writes to the database. */
const CHECK_EVERY_MS = 5 * SECOND_MS
const CHECK_LIMIT_MS = 1.5 * SECOND_MS
/** The longest time for which a build is missing while a new one replaces it. */
const REPLACE_MS = 100

/**
 * Serves /healthz and /readyz. /readyz answers 503 while the server closes, the files of the build are missing, or the
 * database cannot be written. The log says why, once for each problem.
 */
export function serveHealth(
  scope: FastifyInstance,
  build: Pick<ServedBuild, 'dir'>,
  isClosing: () => boolean,
  findDatabaseError: () => Promise<Error | null>,
): void {
  let logged: string | undefined
  const findProblem = async (): Promise<{ answer: string; advice: string; err?: Error } | null> => {
    if (!(await hasFiles(build)))
      return { answer: 'the build is missing', advice: `restart the site, which builds ${build.dir} again` }
    const err = await findDatabaseError()
    if (!err) return null
    return { answer: 'the database cannot be written to', advice: 'look at its disk, or at Postgres', err }
  }
  scope.get('/healthz', (_, reply) => plain(reply).send(HEALTHZ_ANSWER))
  scope.get('/readyz', async (_, reply) => {
    if (isClosing()) return plain(reply).code(503).send('shutting down\n')
    const problem = await findProblem()
    if (problem && problem.answer !== logged)
      scope.log.error({ err: problem.err }, `not ready: ${problem.answer}; ${problem.advice}`)
    else if (!problem && logged) scope.log.info('ready again')
    logged = problem?.answer
    if (!problem) return plain(reply).send('ready\n')
    plain(reply)
      .code(503)
      .header('retry-after', CHECK_EVERY_MS / SECOND_MS)
    return reply.send(`${problem.answer}\n`)
  })
}

/** Returns whether the files of a build exist. While a new build replaces it, they are missing for a moment. */
async function hasFiles({ dir }: Pick<ServedBuild, 'dir'>): Promise<boolean> {
  const exists = () => existsSync(join(dir, 'build.json'))
  return exists() || wait(REPLACE_MS).then(exists)
}

/**
 * Returns a function that runs a check with a time limit, and reuses a recent result. The result is the error of the
 * check, or null.
 */
export function createCachedHealthCheck(check: () => Promise<void>): () => Promise<Error | null> {
  let last: { at: number; error: Promise<Error | null> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= CHECK_EVERY_MS) {
      const error = check().then(
        () => null,
        (error: Error) => error,
      )
      const late = wait(CHECK_LIMIT_MS, new Error(`There was no answer within ${CHECK_LIMIT_MS} ms.`), { ref: false })
      last = { at: now, error: Promise.race([error, late]) }
    }
    return last.error
  }
}

function plain(reply: FastifyReply): FastifyReply {
  return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
}

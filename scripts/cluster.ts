/**
 * `npm run cluster`: serves the site by several processes on this machine, as several servers would: Postgres, Redis,
 * two processes and a balancer without sticky sessions. Use it only for trials: without DATABASE_URL, the data are
 * deleted at the end.
 *
 *   npm run cluster                  on port 3000, or PORT
 *   npm run cluster -- --size 3      three processes
 *
 * Pressing Enter builds what has changed and replaces the processes one after the other (a rolling deploy). A process
 * that is killed is started again.
 */
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { startPostgres, startRedis } from '@hobohat/hub/testing'
import { distFolder } from '../build/site.ts'
import { Cluster } from './cluster/cluster.ts'
import { buildMeanwhile, ensureBuilt } from './ensure-built.ts'
import { loadEnvFile, readListenAddress } from './env-file.ts'
import { tryInstallRedis } from './redis.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '2' } } })
const size = Number(values.size)
if (!Number.isInteger(size) || size < 1 || size > 16) {
  console.error('The size of the cluster is a number from 1 to 16: npm run cluster -- --size 3')
  process.exit(1)
}

loadEnvFile()
const { DATABASE_URL, REDIS_URL, PORT, ...settings } = process.env as Record<string, string | undefined>
const { PORT: port } = readListenAddress({ PORT })
// The balancer listens last, after Postgres and the processes have started, which takes a minute.
if (await isPortUsed(port)) {
  console.error(`Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`)
  process.exit(1)
}
if (!REDIS_URL) tryInstallRedis()
ensureBuilt()
const postgres = DATABASE_URL ? { url: DATABASE_URL, stop: async () => {} } : await startPostgres()
const redis = REDIS_URL ? { url: REDIS_URL, stop: async () => {} } : await startRedis()
const cluster = await Cluster.start({
  dist: distFolder,
  data: path.resolve('data/cluster'),
  port,
  size,
  settings: () => ({
    ORIGINS: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
    ...(settings as Record<string, string>),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
  }),
  print: console.log,
})
console.log(`${size} processes serve the site at ${cluster.origin}. Enter replaces them, Ctrl-C ends.`)

let working: Promise<unknown> = Promise.resolve()
const input = createInterface(process.stdin).on('line', () => {
  working = working
    .then(async () => {
      if (!(await buildMeanwhile())) return console.error('The site could not be built, so the processes stay.')
      await cluster.deploy()
      console.log('All processes are replaced.')
    })
    .catch((error: unknown) => console.error(error))
})

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    input.close()
    await cluster.close()
    await redis.stop()
    await postgres.stop()
    process.exit(0)
  })
}

function isPortUsed(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((done) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'EADDRINUSE'))
    server.listen(port, '127.0.0.1', () => server.close(() => done(false)))
  })
}

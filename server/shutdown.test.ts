import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { readBuildOutput } from './http/build-output.ts'
import { closeAppGracefully } from './shutdown.ts'
import { createLogRecorder, createTestApp } from './testing/app.ts'
import { createTestDatabase } from './testing/database.ts'
import { fixtureContents, writeTemporaryFixture } from './testing/fixture-build.ts'
import { listenOnFreePort, openConnection } from './testing/raw-connection.ts'
import { runServerProcess } from './testing/run-server.ts'

/** Adds GET /test-slow, which answers when the test releases it. */
function addSlowRoute(app: FastifyInstance) {
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  app.get('/test-slow', async () => {
    arrived.resolve()
    await answer.promise
    return 'finished'
  })
  return { arrived: arrived.promise, answer: answer.resolve }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function readAll(socket: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

test('before the server exits, it finishes a running request, refuses new connections, and answers /readyz with 503', async () => {
  const app = createTestApp()
  const slow = addSlowRoute(app)
  const port = await listenOnFreePort(app)
  const running = await openConnection(port)
  running.write(get('/test-slow'))
  await slow.arrived
  // The connection is in the middle of a request, so that it is not closed as idle.
  const asking = await openConnection(port)
  asking.write(get('/readyz') + get('/readyz').slice(0, -2))
  const [ready] = await once(asking, 'data')
  expect(String(ready)).toContain('HTTP/1.1 200 OK')

  const down = closeAppGracefully(app)
  asking.write('\r\n')
  expect(await readAll(asking)).toContain('HTTP/1.1 503 Service Unavailable')
  // Repeats the attempt to connect, because connections that were already being opened are accepted first.
  await expect.poll(() => openConnection(port).then(String, String)).toContain('ECONNREFUSED')
  slow.answer()
  expect(await readAll(running)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*finished$/)
  await down
})

test('a request that does not end is aborted after the grace period', async () => {
  const app = createTestApp()
  const slow = addSlowRoute(app)
  const port = await listenOnFreePort(app)
  const running = await openConnection(port)
  running.write(get('/test-slow'))
  await slow.arrived
  await closeAppGracefully(app, 1)
  expect(await readAll(running).catch(() => '')).toBe('')
})

test('/healthz and /readyz answer 200 while the server serves, without caching', async () => {
  const app = createTestApp()
  for (const [url, body] of [
    ['/healthz', 'alive\n'],
    ['/readyz', 'ready\n'],
  ] as const) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, body, 'no-store'])
  }
})

test('/readyz answers 503 while the files of the build are missing, and the log says once what to do', async () => {
  const dist = join(writeTemporaryFixture(), 'dist')
  const { logger, lines } = createLogRecorder()
  const app = createTestApp({ build: readBuildOutput(dist), db: await createTestDatabase(), logger })
  await app.ready()
  renameSync(dist, `${dist}.away`)
  for (let asked = 0; asked < 2; asked++) {
    const answer = await app.inject('/readyz')
    expect([answer.statusCode, answer.body]).toEqual([503, 'the build is missing\n'])
  }
  renameSync(`${dist}.away`, dist)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect(lines().flatMap(({ msg }) => (msg === 'answered' ? [] : msg))).toEqual([
    `not ready: the build is missing; restart the site, which builds ${dist} again`,
    'ready again',
  ])
})

test('on SIGTERM every request that has reached a socket is answered, also on connections not yet accepted', async () => {
  const server = runServerProcess(writeTemporaryFixture())
  const port = await server.port
  const requested = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)))
  for (const socket of requested) {
    socket.write(get('/about'))
    await once(socket, 'data')
  }
  const silent = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)))
  // While the process is paused, the kernel accepts connections and data.
  server.kill('SIGSTOP')
  const waiting = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)))
  const sockets = [...requested, ...silent, ...waiting]
  for (const socket of sockets) socket.write(get('/about'))
  server.kill('SIGTERM')
  server.kill('SIGCONT')
  const answers = await Promise.all(sockets.map((socket) => readAll(socket).catch((error: Error) => error.message)))
  expect(answers.filter((answer) => !answer.includes(fixtureContents.about))).toEqual([])
  expect(await server.ended).toEqual({ code: 0, complaints: '' })
})

import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startOwnPostgres } from '@hobohat/hub/testing'
import { expect, onTestFinished, test } from 'vitest'
import { fixtureContents, writeTemporaryFixture } from './testing/fixture-build.ts'
import { openConnection, sendRawRequest, statusOf } from './testing/raw-connection.ts'
import { runServerProcess } from './testing/run-server.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

test('the server keeps running after clients reset their CONNECT requests, and after the pipe of the server’s log is closed', async () => {
  const server = runServerProcess(writeTemporaryFixture())
  const port = await server.port
  for (let count = 0; count < 50; count++) {
    const socket = await openConnection(port)
    socket.on('error', () => {})
    socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n')
    if (count % 2) await wait(1)
    socket.resetAndDestroy()
  }
  expect(await sendRawRequest(port, get('/about'))).toContain(fixtureContents.about)
  expect(server.complaints()).toBe('')

  server.closeOutput()
  // Each of these calls logs a line, which can no longer be written.
  for (let count = 0; count < 5; count++) await sendRawRequest(port, get('/api/version'))
  expect(await sendRawRequest(port, get('/about'))).toContain(fixtureContents.about)
  server.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test('every connection of the server, to clients and to Postgres, has an error listener', async () => {
  const postgres = await startOwnPostgres()
  onTestFinished(postgres.stop)
  const watch = resolve(import.meta.dirname, 'testing/watch-emitters.ts')
  const server = runServerProcess(writeTemporaryFixture(), {
    DATABASE_URL: postgres.url,
    NODE_OPTIONS: `--import=${watch}`,
  })
  const port = await server.port
  const calls = [
    get('/about'),
    get('/comments/about'),
    get('/readyz'),
    'GET /hub HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    'GET /hub HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: nothing\r\n\r\n',
    'POST /hub/negotiate?negotiateVersion=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n',
    'nonsense\r\n\r\n',
  ]
  for (const call of calls) expect(statusOf(await sendRawRequest(port, call))).toBeGreaterThan(0)
  await postgres.crash()
  await sendRawRequest(port, get('/comments/about'))
  await postgres.restart()
  await expect
    .poll(async () => statusOf(await sendRawRequest(port, get('/comments/about'))), { timeout: 15_000 })
    .toBe(200)
  server.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, complaints: '' })
})

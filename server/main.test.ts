import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { site } from '#site'
import { databaseFile } from './data-dir.ts'
import { openDatabase } from './db/database.ts'
import { fixture, writeFixtureBuild } from './testing/fixture-build.ts'
import { startPushService } from './testing/push-service.ts'
import { subscribe } from './testing/push-subscriber.ts'
import { exchange, openConnection } from './testing/raw-connection.ts'
import { runServer } from './testing/run-server.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the server says last where it is, serves there, and ends well on %s, sent twice at once, though a connection stays open',
  async (signal) => {
    const server = runServer(writeFixtureBuild())
    const port = await server.port
    expect(server.output.at(-1)).toBe(`${site.name} is at http://127.0.0.1:${port}`)
    expect(server.output.at(-2)).toBe(
      'Links in mails lead to this machine, as the site does not know its address. Set ORIGINS to the one that readers use.',
    )
    expect(await exchange(port, get('/about'))).toContain(fixture.about)
    const idle = await openConnection(port)
    const closed = once(idle, 'close')
    idle.resume()
    server.kill(signal)
    // As from the terminal and again through npm.
    server.kill(signal)
    expect(await server.ended).toEqual({ code: 0, complaints: '' })
    await closed
    expect(server.output.at(-1)).toMatch(/^{.*"msg":"shutting down"}$/)
  },
)

test('every start prints a link that makes its visitor the admin, until there is one', async () => {
  const folder = writeFixtureBuild()
  const link = async () => {
    const server = runServer(folder)
    const port = await server.port
    const claim = server.output.find((line) => line.startsWith('Become the admin'))
    const [, token] = claim?.match(/ http:\/\/127\.0\.0\.1:\d+\/welcome#token=([\w-]{43})$/) ?? []
    return { server, port, token }
  }
  const first = await link()
  expect(first.token).toBeDefined()
  first.server.kill('SIGTERM')
  await first.server.ended
  const second = await link()
  expect(second.token).not.toBe(first.token)
  const owner = { name: 'Otto', email: 'otto@example.org', password: 'a kitchen full of marbles' }
  const answer = await fetch(`http://127.0.0.1:${second.port}/auth/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: second.token, ...owner }),
  })
  expect(answer.status).toBe(200)
  second.server.kill('SIGTERM')
  expect(await second.server.ended).toEqual({ code: 0, complaints: '' })
  expect((await link()).token).toBeUndefined()
})

test('a busy port ends the start with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    other.close()
  })
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const server = runServer(writeFixtureBuild(), { PORT: String(port) })
  expect(await server.ended).toEqual({
    code: 1,
    complaints: `Port ${port} is in use by another program. Stop it, or set PORT to another number.\n`,
  })
})

test('a DATA_DIR that cannot be written to ends the start with one sentence', async () => {
  const root = writeFixtureBuild()
  writeFileSync(join(root, 'file'), '')
  const path = join(root, 'file', 'data')
  const { code, complaints } = await runServer(root, { DATA_DIR: path }).ended
  expect(code).toBe(1)
  expect(complaints).toBe(
    `DATA_DIR ${path} cannot be written to. Give it to this user, or set DATA_DIR to another folder.\n`,
  )
})

test.each(['dist/build.json', 'dist/web/404.html', 'dist/web/index.html', 'dist/web'])(
  'a build without %s ends the start with one sentence',
  async (part) => {
    const root = writeFixtureBuild()
    rmSync(join(root, part), { recursive: true })
    const { code, complaints } = await runServer(root).ended
    expect(code).toBe(1)
    expect(complaints).toMatch(/^There is no complete build at \S+\. Run "npm run build", then start again\.\n$/)
  },
)

test('bad variables end the start with a sentence each', async () => {
  const { code, complaints } = await runServer(writeFixtureBuild(), { PORT: 'x', LOG_LEVEL: 'y' }).ended
  expect(code).toBe(1)
  expect(complaints.trim().split('\n')).toHaveLength(2)
})

test('a HOST of another machine ends the start with one sentence', async () => {
  const { code, complaints } = await runServer(writeFixtureBuild(), { HOST: '203.0.113.1' }).ended
  expect(code).toBe(1)
  expect(complaints).toMatch(/^HOST 203\.0\.113\.1 is not an address of this machine\..*\n$/)
})

test.each([
  ['uncaughtException', `throw new Error('the roof fell in')`],
  ['unhandledRejection', `Promise.reject(new Error('the roof fell in'))`],
])('S8.12 an %s ends the process as Node would, and is at the desk when it is back', async (event, crash) => {
  const folder = writeFixtureBuild()
  const module = encodeURIComponent(`process.on('SIGUSR2', () => { ${crash} })`)
  const server = runServer(folder, { NODE_OPTIONS: `--import=data:text/javascript,${module}` })
  await server.port
  server.kill('SIGUSR2')
  const { code, complaints } = await server.ended
  expect(code).toBe(1)
  expect(complaints).toContain('Error: the roof fell in\n    at ')
  const db = await openDatabase({ file: databaseFile(join(folder, 'data')) })
  onTestFinished(() => db.destroy())
  const rows = await db.selectFrom('error_events').select('payload').execute()
  expect(rows.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { url: event, exceptions: [{ type: 'Error', message: 'the roof fell in' }] },
  ])
})

test('S7.17 what is marked for push goes out from a running server, encrypted, to the browser that was registered', async () => {
  const service = await startPushService()
  onTestFinished(service.close)
  const server = runServer(writeFixtureBuild(), { PUSH_SERVICES: service.origin })
  const origin = `http://127.0.0.1:${await server.port}`
  const call = async (method: string, path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(body) })
    return answer.ok ? await answer.text() : Promise.reject(new Error(await answer.text()))
  }
  const claim = server.output.join('\n').match(/\/welcome#token=([\w-]{43})/)?.[1]
  const owner = { name: 'Otto', email: 'otto@example.org', password: 'a kitchen full of marbles' }
  const { accessToken } = JSON.parse(await call('POST', '/auth/claim', { token: claim, ...owner }))

  const browser = subscribe(service)
  await call('POST', '/users/fcm-token', { token: browser.token, platform: 'web' }, accessToken)
  await call('POST', '/api/desk/notices', { message: 'Hats are in', push: true }, accessToken)
  await expect.poll(() => service.arrived.length, { timeout: 15_000 }).toBe(1)
  expect(service.complaints).toEqual([])
  expect(browser.got()).toMatchObject([{ topic: 'notices', body: 'Hats are in' }])
  expect(server.output.join('\n')).not.toContain(browser.endpoint)
  server.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, complaints: '' })
})

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { site } from '#site'
import { getDatabaseFilePath } from './data-dir.ts'
import { openDatabase } from './db/database.ts'
import { fixtureContents, writeTemporaryFixture } from './testing/fixture-build.ts'
import { startPushService } from './testing/push-service.ts'
import { subscribeBrowser } from './testing/push-subscriber.ts'
import { openConnection, sendRawRequest } from './testing/raw-connection.ts'
import { runServerProcess } from './testing/run-server.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

const owner = { name: 'Otto', email: 'otto@example.org', password: 'a kitchen full of kettles' }

/** Finds the printed link by which a visitor becomes the admin, and returns its token. */
const claimIn = (output: readonly string[]) =>
  output
    .find((line) => line.startsWith('Become the admin'))
    ?.match(/ http:\/\/127\.0\.0\.1:\d+\/welcome#token=([\w-]{43})$/)?.[1]

/** Calls a running server. @returns the answer @throws {Error} with the answer of a refusal */
async function ask(port: number, method: string, path: string, body?: object, token?: string) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text && JSON.parse(text)
}

// Starting the server is slow, so each test checks several things.

test('the server prints its URL as its last line, serves a page, and exits when a signal arrives twice during an open connection', async () => {
  const folder = writeTemporaryFixture()
  const start = async () => {
    const server = runServerProcess(folder)
    const port = await server.port
    expect(server.output.at(-1)).toBe(`${site.name} is at http://127.0.0.1:${port}`)
    expect(server.output.at(-2)).toBe(
      'Links in mails lead to this machine, as the site does not know its address. Set ORIGINS to the one that readers use.',
    )
    expect(await sendRawRequest(port, get('/about'))).toContain(fixtureContents.about)
    return { server, port }
  }
  const end = async ({ server, port }: Awaited<ReturnType<typeof start>>, signal: NodeJS.Signals) => {
    const idle = await openConnection(port)
    const closed = once(idle, 'close')
    idle.resume()
    server.kill(signal)
    // The signal arrives twice: from the terminal and through npm.
    server.kill(signal)
    expect(await server.ended).toEqual({ code: 0, complaints: '' })
    await closed
    expect(server.output.at(-1)).toMatch(/^{.*"msg":"shutting down"}$/)
  }

  const first = await start()
  // A new site prints a link for its first admin, and shows one notice.
  const sample = { message: expect.stringContaining('sample notice'), links: [{}, {}] }
  expect(await ask(first.port, 'GET', '/notifications')).toMatchObject([sample])
  await ask(first.port, 'POST', '/auth/claim', { token: claimIn(first.server.output), ...owner })
  await end(first, 'SIGTERM')

  const second = await start()
  expect(second.server.output.join('\n')).not.toContain('Become the admin')
  await end(second, 'SIGINT')
})

test('a second start at the same port fails before it replaces the link for the first admin', async () => {
  const folder = writeTemporaryFixture()
  const first = runServerProcess(folder)
  const port = await first.port
  const second = await runServerProcess(folder, { PORT: String(port) }).ended
  expect(second).toEqual({
    code: 1,
    complaints: `This site, or another one of its kind, runs at http://127.0.0.1:${port} already. Stop it first, or set PORT to another number.\n`,
  })
  const claimed = await ask(port, 'POST', '/auth/claim', { token: claimIn(first.output), ...owner })
  expect(claimed).toHaveProperty('accessToken')
})

test('the link for claiming the site points to the first of ORIGINS, or to the server’s own URL when ORIGINS is not set', async () => {
  const linkOf = async (settings: Record<string, string>) => {
    const server = runServerProcess(writeTemporaryFixture(), settings)
    const port = await server.port
    const link = server.output
      .find((line) => line.startsWith('Become the admin'))
      ?.split(' ')
      .at(-1)
    return { link: link?.split('#')[0], port, output: server.output }
  }
  const behindProxy = await linkOf({ ORIGINS: 'https://hats.example.org,http://127.0.0.1:3000' })
  expect(behindProxy.link).toBe('https://hats.example.org/welcome')
  expect(behindProxy.output).toContain('Readers find the site at https://hats.example.org')
  const alone = await linkOf({})
  expect(alone.link).toBe(`http://127.0.0.1:${alone.port}/welcome`)
})

test('the start warns about an unknown variable in .env and continues', async () => {
  const root = writeTemporaryFixture()
  writeFileSync(join(root, '.env'), 'STMP_URL=smtp://mail.example.org\n')
  const { port, complaints } = runServerProcess(root)
  await port
  expect(complaints()).toBe(
    '.env sets STMP_URL, and no setting has this name. The nearest name is SMTP_URL. docs/settings.md lists all of them.\n',
  )
})

test('the start fails with one line for each invalid variable', async () => {
  const { code, complaints } = await runServerProcess(writeTemporaryFixture(), { PORT: 'x', LOG_LEVEL: 'y' }).ended
  expect(code).toBe(1)
  expect(complaints.trim().split('\n')).toHaveLength(2)
})

test.each([
  ['uncaughtException', `throw new Error('the roof fell in')`],
  ['unhandledRejection', `Promise.reject(new Error('the roof fell in'))`],
])('S8.12 an %s ends the process with code 1, and is stored for the desk', async (event, crash) => {
  const folder = writeTemporaryFixture()
  const module = encodeURIComponent(`process.on('SIGUSR2', () => { ${crash} })`)
  const server = runServerProcess(folder, { NODE_OPTIONS: `--import=data:text/javascript,${module}` })
  await server.port
  server.kill('SIGUSR2')
  const { code, complaints } = await server.ended
  expect(code).toBe(1)
  expect(complaints).toContain('Error: the roof fell in\n    at ')
  const db = await openDatabase({ file: getDatabaseFilePath(join(folder, 'data')) })
  onTestFinished(() => db.destroy())
  const rows = await db.selectFrom('error_events').select('payload').execute()
  expect(rows.map(({ payload }) => JSON.parse(payload))).toMatchObject([
    { url: event, exceptions: [{ type: 'Error', message: 'the roof fell in' }] },
  ])
})

// Sets SAMPLES=off, so that the new site has no other notice.
test('S7.17 a running server sends a notice as an encrypted push to a registered browser', async () => {
  const service = await startPushService()
  onTestFinished(service.close)
  const server = runServerProcess(writeTemporaryFixture(), { PUSH_SERVICES: service.origin, SAMPLES: 'off' })
  const port = await server.port
  expect(await ask(port, 'GET', '/notifications')).toEqual([])
  const { accessToken } = await ask(port, 'POST', '/auth/claim', { token: claimIn(server.output), ...owner })

  const browser = subscribeBrowser(service)
  await ask(port, 'POST', '/users/fcm-token', { token: browser.token, platform: 'web' }, accessToken)
  await ask(port, 'POST', '/api/desk/notices', { message: 'Hats are in', push: true }, accessToken)
  await expect.poll(() => service.arrived.length, { timeout: 15_000 }).toBe(1)
  expect(service.complaints).toEqual([])
  expect(browser.got()).toMatchObject([{ topic: 'notices', body: 'Hats are in' }])
  expect(server.output.join('\n')).not.toContain(browser.endpoint)
  server.kill('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, complaints: '' })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { bearer, createReader, logIn, type Reader } from './readers.ts'
import { reporterLoaded, type SentEvent, throwError } from './reports-page.ts'
import { createOwnSite, type OwnSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { expect, open, test } from './test.ts'

// A site whose reports go to a service behind SENTRY_DSN, which is a double on this machine.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: `http://127.0.0.1:${ports.passing}`, expectMessages: /marble/ })

let service: ChildProcess
let site: OwnSite
let ada: Reader

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(90_000)
  service = spawn(process.execPath, ['server/testing/sentry.ts', '--port', String(ports.sentry)], { stdio: 'pipe' })
  const dsn = await new Promise<string>((resolve) => {
    service.stdout?.once('data', (line) => resolve(String(line).trim()))
  })
  site = createOwnSite(ports.passing, { SAMPLES: 'off', SENTRY_DSN: dsn })
  await site.start()
  const request = await playwright.request.newContext({ baseURL: site.origin })
  ada = await createReader(request, { name: 'Ada' })
  await site.grantAdmin(ada.email)
  await request.dispose()
})
test.afterAll(async () => {
  await site?.remove()
  service?.kill()
})

interface Item {
  type: string
  /** The bytes of an item that says how long it is, as Node writes them. */
  payload: { data: number[] }
}

const eventIn = (payload: Item['payload']): SentEvent => JSON.parse(Buffer.from(payload.data).toString())

test('S7.16 S9.04 an error arrives at the service once, by way of the site alone, with who was logged in and a recording', async ({
  page,
  playwright,
}) => {
  const elsewhere = await playwright.request.newContext()
  const arrived = async (): Promise<Item[]> => {
    const all: { envelope: [unknown, [{ type: string }, Item['payload']][]] }[] = await (
      await elsewhere.get(`http://127.0.0.1:${ports.sentry}/`)
    ).json()
    return all.flatMap(({ envelope: [, items] }) => items.map(([{ type }, payload]) => ({ type, payload })))
  }
  await logIn(page, ada)
  const known = page.waitForResponse('**/auth/current-user')
  await open(page, '/about-me')
  await known
  await reporterLoaded(page)
  await throwError(page, 'one marble')
  await expect
    .poll(async () => (await arrived()).map(({ type }) => type), { timeout: 25_000 })
    .toContain('replay_recording')
  const errors = (await arrived()).filter(({ type }) => type === 'event').map(({ payload }) => eventIn(payload))
  expect(errors.map(({ exception, user }) => [exception.values[0]?.value, user?.email])).toEqual([
    ['one marble', ada.email],
  ])

  await open(page, '/desk/errors')
  await expect(page.getByText('Reports are passed on to the service behind SENTRY_DSN')).toBeVisible()
  const { errors: kept } = await (await page.request.get('/api/desk/errors?state=all', { headers: bearer(ada) })).json()
  expect(kept).toEqual([])
  await elsewhere.dispose()
})

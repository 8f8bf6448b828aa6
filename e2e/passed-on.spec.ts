import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { buildBearerHeader, createAdmin, logInBrowser, type Reader, uniqueWord } from './readers.ts'
import { holdBackReporterScript, type ReportedEvent, throwErrorOnPage, waitForReporter } from './reports-page.ts'
import { createUnstartedSite, type OwnSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { expect, openPage, test } from './test.ts'

// These tests use a site that forwards its reports to a fake error service, whose URL is in SENTRY_DSN.
test.describe.configure({ mode: 'default' })
test.use({
  hasNotice: false,
  baseURL: `http://127.0.0.1:${ports.passing}`,
  expectMessages: /kettle|no such table|status of 500/,
})

let service: ChildProcess
let site: OwnSite
let ada: Reader

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(90_000)
  service = spawn(process.execPath, ['server/testing/sentry.ts', '--port', String(ports.sentry)], { stdio: 'pipe' })
  const dsn = await new Promise<string>((resolve) => {
    service.stdout?.once('data', (line) => resolve(String(line).trim()))
  })
  site = createUnstartedSite(ports.passing, { SAMPLES: 'off', SENTRY_DSN: dsn })
  await site.start()
  const request = await playwright.request.newContext({ baseURL: site.origin })
  ada = await createAdmin(request, { name: 'Ada' })
  await request.dispose()
})
test.afterAll(async () => {
  await site?.remove()
  service?.kill()
})

interface Item {
  type: string
  /** The bytes of an item, in the JSON form of a Node buffer. */
  payload: { data: number[] }
}

const eventIn = (payload: Item['payload']): ReportedEvent => JSON.parse(Buffer.from(payload.data).toString())

/** Returns all reports that the fake error service has received. */
async function arrived(): Promise<Item[]> {
  const all: { envelope: [unknown, [{ type: string }, Item['payload']][]] }[] = await (
    await fetch(`http://127.0.0.1:${ports.sentry}/`)
  ).json()
  return all.flatMap(({ envelope: [, items] }) => items.map(([{ type }, payload]) => ({ type, payload })))
}
const errorsThere = async () =>
  (await arrived()).filter(({ type }) => type === 'event').map(({ payload }) => eventIn(payload))

test('S7.16 S9.04 a forwarded error reaches the error service once, with the user and a recording, and the desk keeps no copy', async ({
  page,
}) => {
  await logInBrowser(page, ada)
  const known = page.waitForResponse('**/auth/current-user')
  await openPage(page, '/ueber-mich')
  await known
  await waitForReporter(page)
  await throwErrorOnPage(page, 'one kettle')
  await expect
    .poll(async () => (await arrived()).map(({ type }) => type), { timeout: 25_000 })
    .toContain('replay_recording')
  expect((await errorsThere()).map(({ exception, user }) => [exception.values[0]?.value, user?.email])).toEqual([
    ['one kettle', ada.email],
  ])

  await openPage(page, '/desk/errors')
  await expect(page.getByText('Reports are passed on to the service behind SENTRY_DSN')).toBeVisible()
  const { errors: kept } = await (
    await page.request.get('/api/desk/errors?state=all', { headers: buildBearerHeader(ada) })
  ).json()
  expect(kept).toEqual([])
})

test('S7.16 S8.12 early errors, uncaught errors, unhandled rejections, component errors and server errors each reach the error service once, with a stack trace', async ({
  page,
}) => {
  const [early, uncaught, rejected, component, last] = Array.from({ length: 5 }, () => `a kettle ${uniqueWord()}`)
  await page.addInitScript((words) => {
    addEventListener('DOMContentLoaded', () => {
      throw new Error(words)
    })
  }, early)
  const letCome = await holdBackReporterScript(page)
  await openPage(page, '/ueber-mich')
  letCome()
  await waitForReporter(page)
  await throwErrorOnPage(page, uncaught ?? '')
  await page.evaluate((words) => void Promise.reject(new Error(words)), rejected)

  const other = await page.context().newPage()
  await other.addInitScript((words) => {
    // boot.ts creates the first three observers. The fourth, which a component creates, throws.
    let made = 0
    window.IntersectionObserver = class {
      constructor() {
        made += 1
        if (made > 3) throw new Error(words)
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver
  }, component)
  await openPage(other, '/anker')
  await waitForReporter(other)

  const database = new Database(join(site.dataFolder, 'site.sqlite'))
  // Renames a database table that only this call uses, so that the call fails.
  database.exec('alter table tools rename to tools_elsewhere')
  expect((await page.request.get('/tools', { headers: buildBearerHeader(ada) })).status()).toBe(500)
  database.exec('alter table tools_elsewhere rename to tools')
  database.close()

  // The last error is reported after the others, so a duplicate report would have arrived before it.
  const expected = [early, uncaught, rejected, component, 'no such table: tools', last]
  const messages = async () =>
    (await errorsThere())
      // In a report, React adds the component stack as a second exception with the same message.
      .map(({ exception: { values } }) => values.find(({ stacktrace }) => stacktrace?.frames.length)?.value)
      .filter((value) => expected.includes(value))
  const before = expected.slice(0, -1).toSorted()
  await expect.poll(async () => (await messages()).toSorted(), { timeout: 25_000 }).toEqual(before)
  await throwErrorOnPage(page, last ?? '')
  await expect.poll(messages, { timeout: 25_000 }).toContain(last)
  expect((await messages()).toSorted()).toEqual(expected.toSorted())
})

import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import Database from 'better-sqlite3'
import type { ErrorGroup, StoredErrorEvent } from '../contract/reports.ts'
import { buildBearerHeader, createAdmin, logInBrowser, type Reader, uniqueWord } from './readers.ts'
import { holdBackReporterScript, waitForReporter } from './reports-page.ts'
import { createUnstartedSite, type OwnSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { expect, openPage, test } from './test.ts'

// Errors of pages and of the server reach the desk of a site with the default configuration.
test.describe.configure({ mode: 'default' })
test.use({
  // The strip of a notice would create observers of its own, and this test counts observers.
  hasNotice: false,
  baseURL: `http://127.0.0.1:${ports.errors}`,
  expectMessages: /kettle|no such table|status of 500|net::ERR/,
})

let site: OwnSite
let ada: Reader

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(90_000)
  site = createUnstartedSite(ports.errors, { SAMPLES: 'off' })
  await site.start()
  const request = await playwright.request.newContext({ baseURL: site.origin })
  ada = await createAdmin(request, { name: 'Ada' })
  await request.dispose()
})
test.afterAll(() => site?.remove())

/** Waits until the desk has an error that contains a word. @returns the error and its latest report */
async function atTheDesk(
  request: APIRequestContext,
  search: string,
): Promise<{ error: ErrorGroup; event: StoredErrorEvent }> {
  const headers = buildBearerHeader(ada)
  let errors: ErrorGroup[] = []
  await expect
    .poll(
      async () => {
        ;({ errors } = await (
          await request.get('/api/desk/errors', { headers, params: { search, state: 'all' } })
        ).json())
        return errors.length
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  const [found] = errors
  const { error, events } = await (await request.get(`/api/desk/errors/${found?.id}`, { headers })).json()
  return { error, event: events[0] }
}

/** Returns the innermost stack frame of the site's own code, with its source line. */
function placeIn({ exceptions }: StoredErrorEvent) {
  const frame = exceptions[0]?.frames.find(({ own, source }) => own && source)
  const line = frame?.source?.lines[(frame.line ?? 0) - frame.source.first]
  return { file: frame?.file, function: frame?.function, line: line?.trim() }
}

/**
 * Makes the theme button throw. Errors of the same kind from the same position are grouped, so each test throws a
 * different kind. The error is thrown by a browser function that the button calls, so that the stack contains the
 * site's own code.
 */
const breakTheme = (page: Page, word: string) =>
  page.evaluate((words) => {
    window.matchMedia = () => {
      throw Object.assign(new Error(`a kettle ${words}`), { name: `Kettle-${words}` })
    }
  }, word)
const pressTheme = (page: Page) => page.getByRole('button', { name: 'Change between day and night' }).click()
const inTheme = {
  file: 'web/device/theme.ts',
  function: 'queryDarkScheme',
  line: "const queryDarkScheme = () => matchMedia('(prefers-color-scheme: dark)')",
}

test('S8.12 S7.16 an uncaught error reaches the desk once, with its position in the source', async ({
  page,
  request,
}) => {
  const word = uniqueWord()
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  await pressTheme(page)
  await breakTheme(page, word)
  await pressTheme(page)
  const { error, event } = await atTheDesk(request, word)
  expect(error).toMatchObject({
    title: `Kettle-${word}: a kettle ${word}`,
    place: 'web/device/theme.ts in queryDarkScheme',
    side: 'browser',
    state: 'open',
    count: 1,
  })
  expect(placeIn(event)).toEqual(inTheme)
  expect(event.user).toBeNull()
  expect(event.url).toBe(`${site.origin}/ueber-mich`)
  expect(event.breadcrumbs.map(({ category }) => category)).toContain('ui.click')

  await logInBrowser(page, ada)
  await openPage(page, '/desk')
  await expect(page.getByRole('article', { name: `Kettle-${word}: a kettle ${word}` })).toBeVisible()
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Errors' }).click()
  await page.getByRole('link', { name: word }).click()
  const detail = page.getByRole('region', { name: `Kettle-${word}: a kettle ${word}` })
  await expect(detail.locator('mark').first()).toHaveText(/const queryDarkScheme = /)
})

test('S8.12 an unhandled rejection reaches the desk once, with its position in the source', async ({
  page,
  request,
}) => {
  const word = uniqueWord()
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  await page.evaluate((words) => {
    document.startViewTransition = () => {
      throw Object.assign(new Error(`a kettle ${words}`), { name: `Kettle-${words}` })
    }
  }, word)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
  const { error, event } = await atTheDesk(request, word)
  expect(error.count).toBe(1)
  expect(placeIn(event)).toMatchObject({
    file: 'web/kit/go.ts',
    line: 'const { ready, updateCallbackDone } = document.startViewTransition(change)',
  })
})

test('S8.12 an error in a component reaches the desk once, with its position in the source and its component stack', async ({
  page,
  request,
}) => {
  const word = uniqueWord()
  await page.addInitScript((words) => {
    // boot.ts creates the first three observers. The fourth, which a component creates, throws.
    let made = 0
    window.IntersectionObserver = class {
      constructor() {
        made += 1
        if (made > 3) throw Object.assign(new Error(`a kettle ${words}`), { name: `Kettle-${words}` })
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver
  }, word)
  await openPage(page, '/anker')
  await expect(page.getByText('The comments cannot be shown.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anker')
  const { error, event } = await atTheDesk(request, word)
  expect(error.count).toBe(1)
  expect(placeIn(event).file).toBe('web/device/when-near.ts')
  const [, components] = event.exceptions
  expect(components?.type).toMatch(/React/)
  expect(components?.frames.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['web/kit/error-boundary.tsx', 'web/app.tsx']),
  )
})

test('S8.12 an error that happens before the reporter has loaded is reported to the desk once', async ({
  page,
  request,
}) => {
  const [before, early] = [uniqueWord(), uniqueWord()]
  await page.addInitScript((word) => {
    addEventListener('DOMContentLoaded', () => {
      throw Object.assign(new Error(`a kettle ${word}`), { name: `Kettle-${word}` })
    })
  }, before)
  const letCome = await holdBackReporterScript(page)
  await openPage(page, '/ueber-mich')
  await breakTheme(page, early)
  await pressTheme(page)
  letCome()
  const { error, event } = await atTheDesk(request, early)
  expect(error.count).toBe(1)
  expect(placeIn(event)).toEqual(inTheme)
  // This error happened before hydration.
  expect((await atTheDesk(request, before)).error.count).toBe(1)
})

test('S8.12 an error report sent while the server is down arrives when the server is back', async ({
  page,
  request,
}) => {
  const word = uniqueWord()
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  await site.kill()
  await breakTheme(page, word)
  const failed = page.waitForEvent('requestfailed', (call) => call.url().endsWith('/api/reports'))
  await pressTheme(page)
  await failed
  await site.start()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect((await atTheDesk(request, word)).error.count).toBe(1)
})

test('S8.12 an error in the server reaches the desk once, with its position in the source', async ({ request }) => {
  // Renames a database table that only this call uses, so that the call fails.
  const headers = buildBearerHeader(ada)
  expect((await request.get('/tools', { headers })).status()).toBe(200)
  const database = new Database(join(site.dataFolder, 'site.sqlite'))
  database.exec('alter table tools rename to tools_elsewhere')
  expect((await request.get('/tools', { headers })).status()).toBe(500)
  database.exec('alter table tools_elsewhere rename to tools')
  database.close()
  expect((await request.get('/tools', { headers })).status()).toBe(200)
  const { error, event } = await atTheDesk(request, 'no such table')
  expect(error).toMatchObject({ title: 'SqliteError: no such table: tools', side: 'server', count: 1 })
  expect(placeIn(event).file).toMatch(/^server\/features\/tools\//)
  expect(event.url).toContain('GET /tools')
})

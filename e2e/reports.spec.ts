import type { Page } from '@playwright/test'
import { CSP_REPORTS_PATH, ERROR_REPORT_SETTINGS_PATH, ERROR_REPORTS_PATH } from '#contract/report-rates.ts'
import { uniqueWord } from './readers.ts'
import {
  interceptReports,
  listReportedErrorMessages,
  selectErrorEvents,
  throwErrorOnPage,
  waitForReporter,
} from './reports-page.ts'
import { expect, openPage, test } from './test.ts'

// These tests check reports as the page sends them, without the server. error-reports.spec.ts tests the server's part,
// and web/features/reports/reports.test.ts tests the content of reports.
test.use({ expectMessages: /kettle|ResizeObserver loop|Failed to (fetch|load resource)|ERR_FAILED/ })

test('S9.04 the session is recorded only after an error, without readable text', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const bodies: string[] = []
  page.on('request', (request) => request.url().endsWith(ERROR_REPORTS_PATH) && bodies.push(request.postData() ?? ''))
  const sent = await interceptReports(page, { replays: true })
  await openPage(page, '/ueber-mich?token=secret-of-kettles')
  await waitForReporter(page)
  expect(asked.filter((url) => /\/recording-|reports\/settings/.test(url))).toEqual([])
  await throwErrorOnPage(page, 'one kettle')
  // Timings are sent some seconds after the page has loaded. The clock is real, because a fake one would replace
  // `performance`, which the SDK needs.
  await expect.poll(() => sent.map(({ type }) => type), { timeout: 20_000 }).toContain('replay_recording')
  const recording = bodies.find((body) => body.includes('"replay_recording"')) ?? ''
  expect(recording).toContain('"textContent"')
  expect(recording).not.toContain('placeholders')
  expect(recording).not.toContain('secret-of-kettles')
})

test('S9.04 an error report names the environment and the page’s version; the code for recordings is not loaded when no recording is made', async ({
  page,
}) => {
  const sent = await interceptReports(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openPage(page, '/ueber-mich')
  const settings = page.waitForResponse(`**${ERROR_REPORT_SETTINGS_PATH}`)
  await throwErrorOnPage(page, 'one kettle')
  await settings
  await throwErrorOnPage(page, 'two kettles')
  await expect.poll(() => listReportedErrorMessages(sent)).toEqual(['one kettle', 'two kettles'])
  expect(scripts.filter((url) => url.includes('/recording-'))).toEqual([])
  const { version } = await (await page.request.get('/api/version')).json()
  expect(selectErrorEvents(sent)[0]).toMatchObject({ environment: 'production', release: version })
})

test('error reports contain no secrets from URLs and no typed text', async ({ page }) => {
  const sent = await interceptReports(page)
  await openPage(page, '/login?token=secret-1#code=secret-2')
  await waitForReporter(page)
  await page.getByRole('textbox', { name: 'Email' }).fill('secret-3@example.org')
  await page.getByLabel('Password', { exact: true }).fill('secret-4-of-kettles')
  await page.evaluate(() =>
    fetch('/api/version?refreshtoken=secret-5', { headers: { authorization: 'Bearer secret-6' } }),
  )
  await page.evaluate(() => history.replaceState(null, '', '/login?state=secret-7'))
  await throwErrorOnPage(page, 'a kettle at https://site.test/?token=secret-8')
  await expect.poll(() => listReportedErrorMessages(sent)).toEqual(['a kettle at https://site.test/?token=…'])
  const [error] = selectErrorEvents(sent)
  expect(error?.request.url).toMatch(/\/login\?state=…$/)
  expect(error?.breadcrumbs?.map(({ category }) => category)).toEqual(expect.arrayContaining(['fetch', 'navigation']))
  expect(JSON.stringify(sent)).not.toContain('secret-')
})

test('S8.12 errors of scripts from other sites are not reported, and the same error is not reported repeatedly', async ({
  page,
}) => {
  const sent = await interceptReports(page)
  await page.route('**/not-there.js', (route) => route.abort())
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  await page.evaluate(() => {
    // These are the messages with which browsers report layout loops, failed fetches and missing code.
    dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))
    Promise.reject(new TypeError('Failed to fetch'))
    import('/not-there.js' as string)
    const extension = new Error('a kettle of an extension')
    extension.stack = 'Error: a kettle of an extension\n    at run (chrome-extension://abcdef/content.js:1:2)'
    dispatchEvent(new ErrorEvent('error', { error: extension, message: extension.message }))
    for (let turn = 0; turn < 1000; turn++) {
      setTimeout(() => {
        throw new Error('the same kettle')
      })
    }
  })
  // Each report is sent by its own request, and the order of requests is not fixed, so the test waits for each report.
  await expect.poll(() => listReportedErrorMessages(sent)).toEqual(['the same kettle'])
  await throwErrorOnPage(page, 'the last kettle')
  await expect.poll(() => listReportedErrorMessages(sent)).toEqual(['the same kettle', 'the last kettle'])
})

/** Counts the reports that are stored in the browser until they can be sent (web/features/reports/transport.ts). */
const countStoredReports = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    // If the database does not exist yet, opening it would create it without its object store.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'reports')) return 0
    const database = await answer(indexedDB.open('reports'))
    const count = await answer(database.transaction('queue').objectStore('queue').count())
    database.close()
    return count
  })

test('S7.16 an error report that got no response is stored, and is sent exactly once after the site is reachable again', async ({
  page,
}) => {
  const sent = await interceptReports(page)
  let tried = 0
  let isBack = false
  await page.route(`**${ERROR_REPORTS_PATH}`, (route) => {
    tried++
    if (isBack) return route.fallback()
    return tried === 1 ? route.abort() : route.fulfill({ status: 503, body: '' })
  })
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  const word = uniqueWord()
  await throwErrorOnPage(page, `kettle ${word}`)
  await expect.poll(() => tried).toBe(1)
  await expect.poll(() => countStoredReports(page)).toBe(1)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => tried).toBeGreaterThan(1)
  // A report is not in the store while it is being sent. Leaving the page at that moment would lose the report.
  await expect.poll(() => countStoredReports(page)).toBe(1)
  expect(listReportedErrorMessages(sent)).toEqual([])
  isBack = true
  // The browser stores the report, so it survives a change of page.
  await openPage(page, '/seefunk')
  await waitForReporter(page)
  await expect.poll(() => listReportedErrorMessages(sent), { timeout: 20_000 }).toEqual([`kettle ${word}`])
})

test.describe('the content security policy', () => {
  test.use({ expectMessages: /Content Security Policy/ })

  test('the browser reports violations of the Content-Security-Policy, and the server accepts the reports', async ({
    page,
  }) => {
    await openPage(page, '/ueber-mich')
    const report = page.waitForResponse(`**${CSP_REPORTS_PATH}`)
    await page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.stolen = true' }))
    })
    expect((await report).status()).toBe(204)
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  })
})

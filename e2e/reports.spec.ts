import {
  REPLAYS_ON_ERROR_SAMPLE_RATE,
  REPLAYS_SESSION_SAMPLE_RATE,
  REPORT_ENVIRONMENT,
  REPORT_SETTINGS_PATH,
  REPORTS_PATH,
  TRACES_SAMPLE_RATE,
  tracesSampleRate,
} from '#contract/report-rates.ts'
import { createReader, logIn, uniqueWord } from './readers.ts'
import { errorsOf, messagesOf, reporterLoaded, takeReports, throwError } from './reports-page.ts'
import { ports } from './services/ports.ts'
import { expect, open, test } from './test.ts'

// What leaves the page, taken in the server's place: error-reports.spec.ts has the server's half.
test.use({ expectMessages: /marble|ResizeObserver loop|Failed to (fetch|load resource)|ERR_FAILED/ })

test('S9.04 a report names the environment and the release, which is the version of the page', async ({ page }) => {
  const sent = await takeReports(page)
  await open(page, '/about-me')
  await throwError(page, 'one marble')
  await expect.poll(() => messagesOf(sent)).toEqual(['one marble'])
  const { version } = await (await page.request.get('/api/version')).json()
  expect(errorsOf(sent)[0]).toMatchObject({ environment: REPORT_ENVIRONMENT, release: version })
})

for (const { host, dice, reported } of [
  { host: '127.0.0.1', dice: TRACES_SAMPLE_RATE - 0.0001, reported: true },
  { host: '127.0.0.1', dice: TRACES_SAMPLE_RATE, reported: false },
  { host: 'localhost', dice: 0, reported: false },
]) {
  test.describe(host, () => {
    test.use({ expectRequests: /^(http|ws):\/\/localhost/ })
    test(`S9.04 a page load at ${host} is ${reported ? '' : 'not '}reported when chance says ${dice}`, async ({
      page,
    }) => {
      const sent = await takeReports(page)
      await page.addInitScript((number) => {
        Math.random = () => number
      }, dice)
      await page.goto(`http://${host}:${ports.site}/about-me`)
      await reporterLoaded(page)
      // What is sent of the load is sent before it.
      await throwError(page, 'the last marble')
      await expect.poll(() => messagesOf(sent)).toEqual(['the last marble'])
      const loads = sent.filter(({ type }) => type === 'transaction')
      expect(loads.map(({ body }) => body.transaction)).toEqual(reported ? ['/about-me'] : [])
      for (const { header } of loads) expect(Number(header.trace?.sample_rate)).toBe(tracesSampleRate(host))
    })
  })
}

test('S9.04 a session is recorded once it has had an error, and not before; nothing that can be read is in it', async ({
  page,
}) => {
  expect([REPLAYS_SESSION_SAMPLE_RATE, REPLAYS_ON_ERROR_SAMPLE_RATE]).toEqual([0, 1])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const bodies: string[] = []
  page.on('request', (request) => request.url().endsWith(REPORTS_PATH) && bodies.push(request.postData() ?? ''))
  const sent = await takeReports(page, { replays: true })
  await open(page, '/about-me?token=secret-of-marbles')
  await reporterLoaded(page)
  expect(asked.filter((url) => /\/recording-|reports\/settings/.test(url))).toEqual([])
  await throwError(page, 'one marble')
  await expect.poll(() => sent.map(({ type }) => type), { timeout: 20_000 }).toContain('replay_recording')
  const recording = bodies.find((body) => body.includes('"replay_recording"')) ?? ''
  expect(recording).toContain('"textContent"')
  expect(recording).not.toContain('placeholders')
  expect(recording).not.toContain('secret-of-marbles')
})

test('S9.04 where recordings are of no use, none is made', async ({ page }) => {
  const sent = await takeReports(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await open(page, '/about-me')
  const settings = page.waitForResponse(`**${REPORT_SETTINGS_PATH}`)
  await throwError(page, 'one marble')
  await settings
  await throwError(page, 'two marbles')
  await expect.poll(() => messagesOf(sent)).toEqual(['one marble', 'two marbles'])
  expect(scripts.filter((url) => url.includes('/recording-'))).toEqual([])
})

test('S9.04 a report says who is logged in, and nobody once they have logged out', async ({ page, request }) => {
  const nora = await createReader(request)
  const sent = await takeReports(page)
  await logIn(page, nora)
  const known = page.waitForResponse('**/auth/current-user')
  await open(page, '/about-me')
  await known
  await reporterLoaded(page)
  await throwError(page, 'one marble')
  await expect.poll(() => errorsOf(sent)[0]?.user).toEqual({ id: nora.id, username: nora.name, email: nora.email })
  await page.evaluate(() => {
    for (const key of ['accessToken', 'refreshToken']) localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await throwError(page, 'two marbles')
  await expect.poll(() => messagesOf(sent)).toEqual(['one marble', 'two marbles'])
  expect(errorsOf(sent)[1]?.user).toEqual({})
})

for (const [name, wish] of [
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
] as const) {
  test(`S9.04 with ${name} an error is reported without saying who met it, and nothing is recorded`, async ({
    page,
    request,
  }) => {
    const nora = await createReader(request)
    const sent = await takeReports(page, { replays: true })
    const asked: string[] = []
    page.on('request', (call) => asked.push(call.url()))
    await page.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) Object.defineProperty(navigator, key, { get: () => value })
    }, wish)
    await logIn(page, nora)
    const known = page.waitForResponse('**/auth/current-user')
    await open(page, '/about-me')
    await known
    await reporterLoaded(page)
    await throwError(page, 'one marble')
    await throwError(page, 'two marbles')
    await expect.poll(() => messagesOf(sent)).toEqual(['one marble', 'two marbles'])
    expect(JSON.stringify(sent)).not.toContain(nora.email)
    expect(JSON.stringify(sent)).not.toContain(nora.name)
    expect(JSON.stringify(sent)).not.toContain('"infer_ip":"auto"')
    expect(asked.filter((url) => /\/recording-|reports\/settings/.test(url))).toEqual([])
  })
}

test('secrets in addresses, and what somebody types, are in no report', async ({ page }) => {
  const sent = await takeReports(page)
  await open(page, '/login?token=secret-1#code=secret-2')
  await reporterLoaded(page)
  await page.getByRole('textbox', { name: 'Email' }).fill('secret-3@example.org')
  await page.getByLabel('Password', { exact: true }).fill('secret-4-of-marbles')
  await page.evaluate(() =>
    fetch('/api/version?refreshtoken=secret-5', { headers: { authorization: 'Bearer secret-6' } }),
  )
  await page.evaluate(() => history.replaceState(null, '', '/login?state=secret-7'))
  await throwError(page, 'a marble at https://site.test/?token=secret-8')
  await expect.poll(() => messagesOf(sent)).toEqual(['a marble at https://site.test/?token=…'])
  const [error] = errorsOf(sent)
  expect(error?.request.url).toMatch(/\/login\?state=…$/)
  expect(error?.breadcrumbs?.map(({ category }) => category)).toEqual(expect.arrayContaining(['fetch', 'navigation']))
  expect(JSON.stringify(sent)).not.toContain('secret-')
})

test('S8.12 what is no fault of the site is not reported, and one error is not reported over and over', async ({
  page,
}) => {
  const sent = await takeReports(page)
  await page.route('**/not-there.js', (route) => route.abort())
  await open(page, '/about-me')
  await reporterLoaded(page)
  await page.evaluate(() => {
    // What browsers say of a layout that needs another turn, of a fetch without an answer, of code that is gone.
    dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))
    Promise.reject(new TypeError('Failed to fetch'))
    import('/not-there.js' as string)
    const extension = new Error('a marble of an extension')
    extension.stack = 'Error: a marble of an extension\n    at run (chrome-extension://abcdef/content.js:1:2)'
    dispatchEvent(new ErrorEvent('error', { error: extension, message: extension.message }))
    for (let turn = 0; turn < 1000; turn++) {
      setTimeout(() => {
        throw new Error('the same marble')
      })
    }
  })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await throwError(page, 'the last marble')
  await expect.poll(() => messagesOf(sent)).toEqual(['the same marble', 'the last marble'])
})

test('S8.12 at most 20 errors of a page load are reported', async ({ page }) => {
  const sent = await takeReports(page)
  await open(page, '/about-me')
  await reporterLoaded(page)
  await page.evaluate(() => {
    for (let turn = 0; turn < 30; turn++) {
      setTimeout(() => {
        throw new Error(`marble ${turn}`)
      })
    }
  })
  await expect.poll(() => messagesOf(sent).length).toBe(20)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  // The first twenty; each is a request of its own, and requests arrive in any order.
  expect(new Set(messagesOf(sent))).toEqual(new Set(Array.from({ length: 20 }, (_, turn) => `marble ${turn}`)))
})

test('S7.16 a report that gets no answer waits, and is sent once when the site is back', async ({ page }) => {
  const sent = await takeReports(page)
  let tried = 0
  await page.route(`**${REPORTS_PATH}`, (route) => {
    tried++
    return tried === 1 ? route.abort() : tried === 2 ? route.fulfill({ status: 503, body: '' }) : route.fallback()
  })
  await open(page, '/about-me')
  await reporterLoaded(page)
  const word = uniqueWord()
  await throwError(page, `marble ${word}`)
  await expect.poll(() => tried).toBe(1)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => tried).toBe(2)
  expect(messagesOf(sent)).toEqual([])
  // On another page, too: it waits in the browser.
  await open(page, '/cloudflare')
  await reporterLoaded(page)
  await expect.poll(() => messagesOf(sent), { timeout: 20_000 }).toEqual([`marble ${word}`])
})

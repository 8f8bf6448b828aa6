import type { Page } from '@playwright/test'
import type { ErrorEvent, ErrorGroup, ErrorState } from '../contract/reports.ts'
import { violations } from './axe.ts'
import { test } from './desk-test.ts'
import { fakeHub } from './fake-hub.ts'
import { logIn } from './readers.ts'
import { expect, live, open } from './test.ts'

const HOUR_MS = 3_600_000
const idOf = (at: number) => `019a0000-0000-7000-8000-00000000000${at}`
const groupOf = (at: number, title: string, more: Partial<ErrorGroup> = {}): ErrorGroup => ({
  id: idOf(at),
  title,
  place: 'web/menu/menu.tsx in open',
  side: 'browser',
  state: 'open',
  count: 1,
  firstSeenAt: Date.now() - 5 * HOUR_MS,
  lastSeenAt: Date.now() - at * HOUR_MS,
  firstRelease: '1fd87485dec32f95',
  lastRelease: '1fd87485dec32f95',
  ...more,
})
const own = (line: number, wide = '') => ({
  function: 'open',
  file: 'web/menu/menu.tsx',
  line,
  column: 7,
  own: true,
  source: { first: line - 1, lines: ['export function open() {', `  menu.current.showPopover()${wide}`, '}'] },
})
const foreign = (name: string) => ({
  function: name,
  file: 'node_modules/react-dom/client.js',
  line: 12,
  column: 3,
  own: false,
  source: null,
})
const eventOf = (at: number, more: Partial<ErrorEvent> = {}): ErrorEvent => ({
  id: `${at}`.repeat(32),
  at: Date.now() - at * HOUR_MS,
  release: '1fd87485dec32f95',
  exceptions: [
    {
      type: 'TypeError',
      message: 'menu.current is null',
      frames: [own(41, ` // ${'a long line '.repeat(20)}`), foreign('dispatch'), foreign('batch'), own(88)],
    },
    { type: 'Error', message: 'the cause of it', frames: [] },
  ],
  url: `https://site.test/page-${at}`,
  client: 'Chrome on Windows',
  user: { id: idOf(9), name: 'Nora', email: 'nora@example.org' },
  breadcrumbs: [{ at: Date.now() - at * HOUR_MS - 1500, category: 'ui.click', message: 'button.menu-button' }],
  ...more,
})

/** Answers with some errors in the server's place, as they are by then. */
async function answerErrors(page: Page, passedOn = false) {
  const errors = [
    groupOf(1, 'TypeError: menu.current is null', { count: 1234 }),
    groupOf(2, 'SqliteError: no such table', { side: 'server', place: 'server/notices/list.ts in list' }),
    groupOf(3, 'RangeError: too far', { state: 'muted' }),
  ]
  const calls: string[] = []
  await page.route('**/api/desk/errors**', (route) => {
    const call = route.request()
    const url = new URL(call.url())
    const [, , , , id, part] = url.pathname.split('/')
    const method = call.method()
    calls.push(`${method} ${url.pathname}${url.search}`)
    const at = errors.findIndex((error) => error.id === id)
    const error = errors[at]
    if (id === undefined) {
      const state = url.searchParams.get('state')
      const search = url.searchParams.get('search') ?? ''
      const of = (one: ErrorState) => errors.filter((group) => group.state === one).length
      return route.fulfill({
        json: {
          errors: errors.filter((one) => (state === 'all' || one.state === state) && one.title.includes(search)),
          next: null,
          counts: { open: of('open'), resolved: of('resolved'), muted: of('muted') },
          passedOn,
        },
      })
    }
    if (!error) return route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is nothing here.' } })
    if (method === 'DELETE') {
      errors.splice(at, 1)
      return route.fulfill({ status: 204 })
    }
    if (part === 'state') {
      error.state = call.postDataJSON().state
      return route.fulfill({ json: error })
    }
    return route.fulfill({ json: { error, events: [eventOf(1), eventOf(2, { user: null })] } })
  })
  return { errors, calls }
}

test.beforeEach(({ page, admin }) => logIn(page, admin))

const detailOf = (page: Page, name: string) => page.getByRole('region', { name })

test('open errors are listed with how often and when; filters and the search stand in the address', async ({
  page,
}) => {
  const { calls } = await answerErrors(page)
  await open(page, '/desk/errors')
  const rows = page.locator('.desk-rows li')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('1,234 times, last 1 hour ago, first 5 hours ago, in 1fd87485dec32f95')
  await expect(rows.last()).toContainText('Once, 2 hours ago')
  await expect(page.getByText('Open (2)')).toBeVisible()
  await page.getByRole('radio', { name: 'Muted (1)' }).check()
  await expect(page).toHaveURL('/desk/errors?state=muted')
  await expect(rows).toHaveText([/RangeError: too far/])
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('searchbox').fill('Sqlite')
  await expect(page).toHaveURL('/desk/errors?state=all&search=Sqlite')
  await expect(rows).toHaveText([/SqliteError/])
  expect(calls).toContain('GET /api/desk/errors?search=Sqlite&state=all')
  await page.getByRole('searchbox').fill('nothing of the kind')
  await expect(page.getByText('No such error says “nothing of the kind”.')).toBeVisible()
})

test('an error shows its source with the line marked, other code folded, its cause, who met it and what came before', async ({
  page,
}) => {
  await answerErrors(page)
  await open(page, '/desk/errors')
  await page.getByRole('link', { name: /menu.current is null/ }).click()
  const detail = detailOf(page, 'TypeError: menu.current is null')
  await expect(detail.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(detail.locator('mark').first()).toContainText('menu.current.showPopover()')
  await expect(detail.getByText('dispatch')).toBeHidden()
  await detail.getByText('2 calls in other code').click()
  await expect(detail.getByText('dispatch')).toBeVisible()
  await expect(detail.getByText('Caused by Error: the cause of it')).toBeVisible()
  await expect(detail.getByRole('link', { name: 'Nora' })).toHaveAttribute('href', `/desk/people#${idOf(9)}`)
  await expect(detail.getByText('−1.5 s')).toBeVisible()
  await expect(detail.getByText('https://site.test/page-1')).toBeVisible()
  await detail.getByRole('button', { name: 'Older' }).click()
  await expect(detail.getByText('Report 2 of the latest 2')).toBeVisible()
  await expect(detail.getByText('https://site.test/page-2')).toBeVisible()
  await expect(detail.getByText('Nobody who was logged in')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: /menu.current is null/ })).toBeFocused()
})

test('an error is resolved, opened again by Undo, muted, and deleted after a question', async ({ page }) => {
  const { calls } = await answerErrors(page)
  await open(page, '/desk/errors')
  await page.getByRole('link', { name: /menu.current is null/ }).click()
  const detail = detailOf(page, 'TypeError: menu.current is null')
  await detail.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('It is resolved. If it comes up again, it is open anew.')).toBeVisible()
  await expect(page.locator('.desk-rows li')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.desk-rows li')).toHaveCount(2)
  await detail.getByRole('button', { name: 'Mute' }).click()
  await expect(detail.getByRole('button', { name: 'Mute' })).toBeHidden()
  await expect(page.getByText('Muted (2)')).toBeVisible()
  await detail.getByRole('button', { name: 'Delete' }).click()
  expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false)
  await detail.getByRole('button', { name: 'Delete it' }).click()
  await expect(page.getByText('The error and its reports are deleted.')).toBeVisible()
  await expect(page).toHaveURL('/desk/errors')
  await expect(page.getByText('Muted (1)')).toBeVisible()
})

test('an error that comes up while the page is open appears by itself', async ({ page }) => {
  const hub = await fakeHub(page)
  const { errors } = await answerErrors(page)
  await open(page, '/desk/errors')
  await live(page)
  await expect(page.locator('.desk-rows li')).toHaveCount(2)
  errors.unshift(groupOf(0, 'Error: a marble is lost'))
  hub.tell('errorsChanged')
  await expect(page.getByRole('link', { name: /a marble is lost/ })).toBeVisible()
})

test('without open errors, and where reports are passed on, the page says so', async ({ page }) => {
  const { errors } = await answerErrors(page, true)
  errors.length = 0
  await open(page, '/desk/errors')
  await expect(page.getByText('No open errors. What breaks on a page or on the server shows here.')).toBeVisible()
  await expect(page.getByText('Reports are passed on to the service behind SENTRY_DSN')).toBeVisible()
})

test('the list and an error keep to the rules of accessibility, and to a window of 320 px', async ({ page }) => {
  test.slow()
  await answerErrors(page)
  await open(page, '/desk/errors')
  await expect(page.locator('.desk-rows li')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /menu.current is null/ }).click()
  await expect(detailOf(page, 'TypeError: menu.current is null').locator('mark').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const box = page.locator('.error-source').first()
  expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
})

import type { Page } from '@playwright/test'
import { HOUR_MS } from '../contract/limits.ts'
import type { StoredErrorEvent } from '../contract/reports.ts'
import { buildErrorGroup, buildIdFromDigit } from '../contract/testing/sample-desk.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { test } from './desk-test.ts'
import { installFakeHub } from './fake-hub.ts'
import { logInBrowser } from './readers.ts'
import { expect, openPage, waitForLiveConnection } from './test.ts'

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
const eventOf = (at: number, more: Partial<StoredErrorEvent> = {}): StoredErrorEvent => ({
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
  requestId: '',
  client: 'Chrome on Windows',
  user: { id: buildIdFromDigit(9), name: 'Nora', email: 'nora@example.org' },
  breadcrumbs: [{ at: Date.now() - at * HOUR_MS - 1500, category: 'ui.click', message: 'button.menu-button' }],
  ...more,
})

/** Answers requests for errors with two open errors instead of the real errors of the server. */
async function answerErrors(page: Page) {
  const errors = [
    buildErrorGroup(1, 'TypeError: menu.current is null', { count: 1234 }),
    buildErrorGroup(2, 'SqliteError: no such table', { side: 'server', place: 'server/notices/list.ts in list' }),
  ]
  await page.route('**/api/desk/errors**', (route) => {
    const [, , , , id] = new URL(route.request().url()).pathname.split('/')
    const counts = { open: errors.length, resolved: 0, muted: 0 }
    if (id === undefined) return route.fulfill({ json: { errors, next: null, counts, passedOn: false } })
    const error = errors.find((one) => one.id === id)
    return route.fulfill({ json: { error, events: [eventOf(1), eventOf(2, { user: null })] } })
  })
  return { errors }
}

test.beforeEach(({ page, admin }) => logInBrowser(page, admin))

const detailOf = (page: Page, name: string) => page.getByRole('region', { name })

// The list of errors and the actions on them are tested in web/features/desk/errors/errors.test.ts.

test('a new error appears live at the desk with its source line, cause, affected users and history, and the page has no accessibility violations', async ({
  page,
}) => {
  const hub = await installFakeHub(page)
  const { errors } = await answerErrors(page)
  await openPage(page, '/desk/errors')
  await waitForLiveConnection(page)
  await expect(page.locator('.rows li')).toHaveCount(2)
  errors.unshift(buildErrorGroup(0, 'Error: a kettle is lost'))
  hub.tell('errorsChanged')
  await expect(page.getByRole('link', { name: /a kettle is lost/ })).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.getByRole('link', { name: /menu.current is null/ }).click()
  const detail = detailOf(page, 'TypeError: menu.current is null')
  await expect(detail.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(detail.locator('mark').first()).toContainText('menu.current.showPopover()')
  await expect(detail.getByText('dispatch')).toBeHidden()
  await detail.getByText('2 calls in other code').click()
  await expect(detail.getByText('dispatch')).toBeVisible()
  await expect(detail.getByText('Caused by Error: the cause of it')).toBeVisible()
  await expect(detail.getByRole('link', { name: 'Nora' })).toHaveAttribute(
    'href',
    `/desk/people#${buildIdFromDigit(9)}`,
  )
  await expect(detail.getByText('−1.5 s')).toBeVisible()
  await expect(detail.getByText('https://site.test/page-1')).toBeVisible()
  await detail.getByRole('button', { name: 'Older' }).click()
  await expect(detail.getByText('Report 2 of the latest 2')).toBeVisible()
  await expect(detail.getByText('https://site.test/page-2')).toBeVisible()
  await expect(detail.getByText('Nobody who was logged in')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: /menu.current is null/ })).toBeFocused()

  await page.getByRole('link', { name: /menu.current is null/ }).click()
  await expect(detail.locator('mark').first()).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  const box = page.locator('.error-source').first()
  expect(await box.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
})

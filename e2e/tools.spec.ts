import type { Page } from '@playwright/test'
import { test } from './desk-test.ts'
import { bearer, createAdmin, createReader, logIn } from './readers.ts'
import { expect, open } from './test.ts'

const tools = [
  { id: '019a0000-0000-7000-8000-000000000001', name: 'Plex', url: 'https://plex.example.org/web' },
  { id: '019a0000-0000-7000-8000-000000000002', name: 'Router', url: 'http://192.168.1.1' },
  { id: '019a0000-0000-7000-8000-000000000003', name: 'About', url: '/ueber-mich' },
]

/** Answers GET /tools with this instead of what is there, and counts how often it is asked for. */
async function answerTools(page: Page, json: object, status = 200): Promise<() => number> {
  let asked = 0
  await page.route('**/tools', (route) => {
    asked++
    return route.fulfill({ status, json })
  })
  return () => asked
}

const group = (page: Page) => page.locator('details', { has: page.locator('summary', { hasText: 'Tools' }) })

async function openTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Tools' }).hover()
}

/** The words of every alert from now on. */
function alertsOf(page: Page): string[] {
  const words: string[] = []
  page.on('dialog', (dialog) => words.push(dialog.message()))
  return words
}

test('S2.21 S6.04 an admin finds the tools in the menu, unlocked, behind the desk and in order; those of other sites say so', async ({
  page,
  admin,
}) => {
  await answerTools(page, { tools })
  await logIn(page, admin)
  await open(page, '/')
  await openTools(page)
  await expect(group(page).getByRole('link')).toHaveText(['Desk', /^Plex/, /^Router/, 'About'])
  await expect(page.locator('summary', { hasText: 'Tools' })).not.toContainText('(locked)')
  const plex = group(page).getByRole('link', { name: 'Plex (another site)' })
  await expect(plex).toHaveAttribute('href', 'https://plex.example.org/web')
  await expect(plex).toHaveAttribute('rel', 'noopener')
  await expect(group(page).getByRole('link', { name: 'About', exact: true })).toHaveAttribute('href', '/ueber-mich')
})

test('S2.21 S5.07 for a visitor and a reader the tools are locked, without a link, and never asked for', async ({
  page,
  request,
}) => {
  const asked = await answerTools(page, { tools })
  const sees = async () => {
    await openTools(page)
    await expect(page.locator('summary', { hasText: 'Tools' })).toContainText('(locked)')
    await expect(group(page)).toContainText('Only an admin can open the tools.')
    await expect(group(page).getByRole('link')).toHaveCount(0)
  }
  await open(page, '/')
  await sees()
  const reader = await createReader(request)
  await logIn(page, reader)
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await sees()
  expect(asked()).toBe(0)
})

test('S4.13 S5.07 the tools are fetched when an admin logs in, and when the page is opened by one, and are gone after the logout', async ({
  page,
  admin,
}) => {
  const asked = await answerTools(page, { tools })
  await open(page, '/ueber-mich')
  expect(asked()).toBe(0)
  await page.evaluate(({ accessToken, refreshToken }) => {
    // As another tab does that has logged in.
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('refreshToken', refreshToken)
    window.dispatchEvent(new StorageEvent('storage', { key: 'refreshToken' }))
  }, admin)
  await openTools(page)
  await expect(group(page).getByRole('link')).toHaveCount(4)
  const before = asked()
  await open(page, '/ueber-mich')
  await openTools(page)
  await expect(group(page).getByRole('link')).toHaveCount(4)
  expect(asked()).toBeGreaterThan(before)
  await page.evaluate(() => {
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await expect(page.locator('summary', { hasText: 'Tools' })).toContainText('(locked)')
  await expect(group(page).getByRole('link')).toHaveCount(0)
})

test.describe('an answer without tools', () => {
  test.use({ expectMessages: /status of 40[13]|^dialog: Unauthorized\./ })

  for (const [what, status, json] of [
    ['401', 401, { code: 'unauthenticated', message: 'Log in to do this.' }],
    ['403', 403, { code: 'forbidden', message: 'Your account may not do this.' }],
    ['200 without tools', 200, {}],
  ] as const) {
    test(`S7.13 S8.09 ${what} is unauthorised: an alert says so, and authToken is removed`, async ({
      page,
      request,
    }) => {
      // Not the worker's admin: a 401 is answered by a refresh, which spends the token.
      const bo = await createAdmin(request)
      const alerts = alertsOf(page)
      await answerTools(page, json, status)
      await logIn(page, bo)
      await page.addInitScript(() => localStorage.setItem('authToken', 'of an older site'))
      await open(page, '/')
      await expect.poll(() => alerts[0]).toBe('Unauthorized. Please log in again.')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
      await openTools(page)
      await expect(group(page).getByRole('link', { name: 'another site' })).toHaveCount(0)
    })
  }

  test('S8.09 an admin who is one no more is told, and the tools are locked', async ({ page, request, admin }) => {
    const bo = await createAdmin(request)
    const alerts = alertsOf(page)
    await page.route('**/tools', async (route) => {
      await request.delete(`/api/desk/people/${bo.id}/roles/Admin`, { headers: bearer(admin) })
      await route.continue()
    })
    await logIn(page, bo)
    await open(page, '/')
    await expect.poll(() => alerts[0]).toBe('Unauthorized. Please log in again.')
    await openTools(page)
    await expect(page.locator('summary', { hasText: 'Tools' })).toContainText('(locked)')
  })
})

test.describe('another failure', () => {
  test.use({ expectMessages: /status of (500|404)|net::ERR_FAILED/ })

  for (const status of [500, 404, 'no answer'] as const) {
    test(`S7.13 ${status} is logged: no alert, and authToken stays`, async ({ page, admin }) => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.route('**/tools', (route) =>
        status === 'no answer' ? route.abort() : route.fulfill({ status, json: { code: 'internal', message: '' } }),
      )
      await logIn(page, admin)
      await page.addInitScript(() => localStorage.setItem('authToken', 'of an older site'))
      await open(page, '/')
      await expect.poll(() => logged.join('\n')).toContain('The tools could not be fetched')
      await openTools(page)
      await expect(group(page).getByRole('link')).toHaveText(['Desk'])
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe('of an older site')
    })
  }
})

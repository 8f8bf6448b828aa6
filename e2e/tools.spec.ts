import type { Page } from '@playwright/test'
import { test } from './desk-test.ts'
import { sendOwnerProof } from './proof.ts'
import { buildBearerHeader, createAdmin, logInBrowser } from './readers.ts'
import { expect, openPage } from './test.ts'

const tools = [
  { id: '019a0000-0000-7000-8000-000000000001', name: 'Plex', url: 'https://plex.example.org/web' },
  { id: '019a0000-0000-7000-8000-000000000002', name: 'Router', url: 'http://192.168.1.1' },
  { id: '019a0000-0000-7000-8000-000000000003', name: 'About', url: '/ueber-mich' },
]

/** Answers GET /tools with a fixed reply. @returns a function that counts the requests so far */
async function answerTools(page: Page, json: object): Promise<() => number> {
  let asked = 0
  await page.route('**/tools', (route) => {
    asked++
    return route.fulfill({ json })
  })
  return () => asked
}

const group = (page: Page) => page.locator('details', { has: page.locator('summary', { hasText: 'Tools' }) })

async function openTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Tools' }).hover()
}

/** Records the texts of all alerts that the page shows. @returns the list to which they are added */
function alertsOf(page: Page): string[] {
  const words: string[] = []
  page.on('dialog', (dialog) => words.push(dialog.message()))
  return words
}

test('S2.21 S4.13 S5.07 S6.04 after an admin logs in or loads a page, the menu lists the tools in their order, below the link to the desk; after the logout they are gone', async ({
  page,
  admin,
}) => {
  const asked = await answerTools(page, { tools })
  await openPage(page, '/ueber-mich')
  expect(asked()).toBe(0)
  await page.evaluate(({ accessToken, refreshToken }) => {
    // Simulates a login in another tab.
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('refreshToken', refreshToken)
    window.dispatchEvent(new StorageEvent('storage', { key: 'refreshToken' }))
  }, admin)
  await openTools(page)
  await expect(group(page).getByRole('link')).toHaveText(['Desk', /^Plex/, /^Router/, 'About'])
  await expect(page.locator('summary', { hasText: 'Tools' })).not.toContainText('(locked)')
  const plex = group(page).getByRole('link', { name: 'Plex (another site)' })
  await expect(plex).toHaveAttribute('href', 'https://plex.example.org/web')
  await expect(plex).toHaveAttribute('rel', 'noopener')
  await expect(group(page).getByRole('link', { name: 'About', exact: true })).toHaveAttribute('href', '/ueber-mich')
  const before = asked()
  await openPage(page, '/ueber-mich')
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

// Other replies are tested in web/kit/tool-links.test.ts, and the locked group for visitors in web/menu/menu.test.ts.
test.describe('a failed request for tools', () => {
  test.use({ expectMessages: /status of 403|^dialog: Unauthorized\./ })

  test('S7.13 S8.09 an admin who loses the role sees an alert, authToken is removed from the storage, and the tools are locked', async ({
    page,
    request,
    admin,
  }) => {
    const bo = await createAdmin(request)
    const alerts = alertsOf(page)
    await sendOwnerProof(request, admin)
    await page.route('**/tools', async (route) => {
      await request.delete(`/api/desk/people/${bo.id}/roles/Admin`, { headers: buildBearerHeader(admin) })
      await route.continue()
    })
    await logInBrowser(page, bo)
    await page.addInitScript(() => localStorage.setItem('authToken', 'of an older site'))
    await openPage(page, '/')
    await expect.poll(() => alerts[0]).toBe('Unauthorized. Please log in again.')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
    await openTools(page)
    await expect(page.locator('summary', { hasText: 'Tools' })).toContainText('(locked)')
  })
})

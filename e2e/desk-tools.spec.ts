import type { APIRequestContext, Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { findElementsPastRightEdge } from './cut-off.ts'
import { test } from './desk-test.ts'
import { buildBearerHeader, createReader, logInBrowser, type Reader } from './readers.ts'
import { expect, openPage } from './test.ts'

// These tests change the same list of tools, so they run one after the other.
test.describe.configure({ mode: 'default' })

const plex = { name: 'Plex', url: 'https://plex.example.org/web' }
const router = { name: 'Router', url: 'http://192.168.1.1' }
const docs = { name: 'Docs', url: '/ueber-mich' }

async function listToolLinks(
  request: APIRequestContext,
  admin: Reader,
): Promise<{ id: string; name: string; url: string }[]> {
  return (await (await request.get('/tools', { headers: buildBearerHeader(admin) })).json()).tools
}

/** Replaces the list of tools through the API. */
async function setTools(request: APIRequestContext, admin: Reader, tools: { name: string; url: string }[]) {
  const headers = buildBearerHeader(admin)
  for (const { id } of await listToolLinks(request, admin)) await request.delete(`/api/desk/tools/${id}`, { headers })
  for (const data of tools) await request.post('/api/desk/tools', { headers, data })
}

const rows = (page: Page) => page.locator('.rows li')
const names = (page: Page) => page.locator('.rows b')
const outcome = (page: Page) => page.locator('.outcome')

test.beforeEach(({ page, admin }) => logInBrowser(page, admin))

// Invalid tools, removed tools, and markup in a name are tested in web/features/desk/tools/tools.test.ts.

test('S2.21 S6.04 an admin adds, changes, moves and removes tools by keyboard; only admins see them in the menu, and the log lists each action', async ({
  page,
  request,
  admin,
}) => {
  await setTools(request, admin, [router, docs])
  await openPage(page, '/desk/tools')
  await page.getByLabel('Name').fill(plex.name)
  await page.getByLabel('Address').fill(` ${plex.url} `)
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveText('“Plex” is added, as the last of the menu.')
  await expect(names(page)).toHaveText(['Router', 'Docs', 'Plex'])
  await expect(page.getByLabel('Name')).toHaveValue('')
  expect(await listToolLinks(request, admin)).toMatchObject([router, docs, plex])
  const reader = await createReader(request)
  expect((await request.get('/tools', { headers: buildBearerHeader(reader) })).status()).toBe(403)

  await page.getByRole('button', { name: 'Change Plex' }).press('Enter')
  const form = page.getByRole('form', { name: 'Change Plex' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Films')
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveText('“Films” is saved.')
  await expect(page.getByRole('button', { name: 'Change Films' })).toBeFocused()

  // Moving a row removes its button from the page for a moment, so the test waits for the focus to return.
  const up = page.getByRole('button', { name: 'Move Films up' })
  await up.press('Enter')
  await expect(outcome(page)).toHaveText('“Films” is number 2 of 3 now.')
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveText('“Films” is number 1 of 3 now.')
  await expect(up).toBeFocused()
  await expect(up).toBeDisabled()
  await page.keyboard.press('Enter')
  const down = page.getByRole('button', { name: 'Move Router down' })
  await down.press('Enter')
  await expect(outcome(page)).toHaveText('“Router” is number 3 of 3 now.')
  await expect(down).toBeFocused()
  const films = { ...plex, name: 'Films' }
  expect(await listToolLinks(request, admin)).toMatchObject([films, docs, router])

  await page.getByRole('button', { name: 'Remove Docs' }).click()
  await expect(outcome(page)).toContainText('“Docs” is removed.')
  await expect(outcome(page)).toBeFocused()
  expect(await listToolLinks(request, admin)).toMatchObject([films, router])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(outcome(page)).toContainText('“Docs” is back.')
  await expect(names(page)).toHaveText(['Films', 'Docs', 'Router'])
  expect(await listToolLinks(request, admin)).toMatchObject([films, docs, router])

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Tools' }).hover()
  await expect(page.locator('#menu').getByRole('link', { name: 'Films (another site)' })).toHaveAttribute(
    'href',
    plex.url,
  )
  await openPage(page, '/desk/log')
  const log = page.getByRole('region', { name: 'Entries' })
  await expect(log.getByText(`${admin.name} removed the tool Docs, which led to ${docs.url}`).first()).toBeVisible()
  await expect(log.getByText(`${admin.name} put the tools into another order`).first()).toBeVisible()
})

test('the tools page of the desk fits 320 px and has no accessibility violations, even with many long names, an open form and a message', async ({
  page,
  request,
  admin,
}) => {
  const long = { name: 'x'.repeat(80), url: `https://example.org/${'y'.repeat(200)}` }
  await setTools(request, admin, [plex, long, docs])
  await openPage(page, '/desk/tools')
  await page.getByRole('button', { name: 'Move Docs up' }).click()
  await expect(outcome(page)).toContainText('Docs')
  await page.getByRole('button', { name: 'Change Plex' }).click()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(rows(page)).toHaveCount(3)
  expect(await findElementsPastRightEdge(page)).toEqual([])
  await setTools(request, admin, [])
})

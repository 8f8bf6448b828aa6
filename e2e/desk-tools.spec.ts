import type { APIRequestContext, Page } from '@playwright/test'
import { errors } from '../contract/errors.ts'
import { violations } from './axe.ts'
import { cutOff } from './cut-off.ts'
import { test } from './desk-test.ts'
import { bearer, createReader, logIn, type Reader } from './readers.ts'
import { expect, open } from './test.ts'

// All of these change the one list of tools: one after the other.
test.describe.configure({ mode: 'default' })

const plex = { name: 'Plex', url: 'https://plex.example.org/web' }
const router = { name: 'Router', url: 'http://192.168.1.1' }
const docs = { name: 'Docs', url: '/ueber-mich' }

async function listTools(
  request: APIRequestContext,
  admin: Reader,
): Promise<{ id: string; name: string; url: string }[]> {
  return (await (await request.get('/tools', { headers: bearer(admin) })).json()).tools
}

/** Makes these the tools there are, by calls. */
async function setTools(request: APIRequestContext, admin: Reader, tools: { name: string; url: string }[]) {
  const headers = bearer(admin)
  for (const { id } of await listTools(request, admin)) await request.delete(`/api/desk/tools/${id}`, { headers })
  for (const data of tools) await request.post('/api/desk/tools', { headers, data })
}

const rows = (page: Page) => page.locator('.desk-rows li')
const names = (page: Page) => page.locator('.desk-rows b')
const outcome = (page: Page) => page.locator('.work-outcome')

test.beforeEach(({ page, admin }) => logIn(page, admin))

test('S2.21 S6.04 a tool that is added stands in the list, in the menu and nowhere for a reader', async ({
  page,
  request,
  admin,
}) => {
  await setTools(request, admin, [router])
  await open(page, '/desk/tools')
  await page.getByLabel('Name').fill(plex.name)
  await page.getByLabel('Address').fill(` ${plex.url} `)
  await page.getByRole('button', { name: 'Add the tool' }).click()
  await expect(outcome(page)).toHaveText('“Plex” is added, as the last of the menu.')
  await expect(names(page)).toHaveText(['Router', 'Plex'])
  await expect(page.getByLabel('Name')).toHaveValue('')
  expect(await listTools(request, admin)).toMatchObject([router, plex])

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Tools' }).hover()
  await expect(page.locator('#menu').getByRole('link', { name: 'Plex (another site)' })).toHaveAttribute(
    'href',
    plex.url,
  )
  const reader = await createReader(request)
  expect((await request.get('/tools', { headers: bearer(reader) })).status()).toBe(403)
})

test('a tool is changed in its place, and the focus comes back to where it was', async ({ page, request, admin }) => {
  await setTools(request, admin, [plex, router])
  await open(page, '/desk/tools')
  await page.getByRole('button', { name: 'Change Plex' }).press('Enter')
  const form = page.getByRole('form', { name: 'Change Plex' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill('Films')
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveText('“Films” is saved.')
  await expect(names(page)).toHaveText(['Films', 'Router'])
  await expect(page.getByRole('button', { name: 'Change Films' })).toBeFocused()
  expect(await listTools(request, admin)).toMatchObject([{ name: 'Films', url: plex.url }, router])

  await page.getByRole('button', { name: 'Change Films' }).click()
  await page.getByRole('form', { name: 'Change Films' }).getByLabel('Name').fill('Not this')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(names(page)).toHaveText(['Films', 'Router'])
  await expect(page.getByRole('button', { name: 'Change Films' })).toBeFocused()
})

test('the keyboard moves a tool up and down, keeps its place, and says where it is', async ({
  page,
  request,
  admin,
}) => {
  await setTools(request, admin, [plex, router, docs])
  await open(page, '/desk/tools')
  const down = page.getByRole('button', { name: 'Move Plex down' })
  await down.press('Enter')
  await expect(outcome(page)).toHaveText('“Plex” is number 2 of 3 now.')
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toHaveText('“Plex” is number 3 of 3 now.')
  await expect(names(page)).toHaveText(['Router', 'Docs', 'Plex'])
  await expect(down).toBeFocused()
  await expect(down).toBeDisabled()
  await page.keyboard.press('Enter')
  const up = page.getByRole('button', { name: 'Move Docs up' })
  await up.press('Enter')
  await expect(outcome(page)).toHaveText('“Docs” is number 1 of 3 now.')
  await expect(up).toBeFocused()
  expect(await listTools(request, admin)).toMatchObject([docs, router, plex])
})

test('a tool that is removed comes back to its place by Undo, and all of it is in the log', async ({
  page,
  request,
  admin,
}) => {
  await setTools(request, admin, [plex, router, docs])
  await open(page, '/desk/tools')
  await page.getByRole('button', { name: 'Remove Router' }).click()
  await expect(outcome(page)).toContainText('“Router” is removed.')
  await expect(outcome(page)).toBeFocused()
  expect(await listTools(request, admin)).toMatchObject([plex, docs])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(outcome(page)).toContainText('“Router” is back.')
  await expect(names(page)).toHaveText(['Plex', 'Router', 'Docs'])
  expect(await listTools(request, admin)).toMatchObject([plex, router, docs])
  await open(page, '/desk/log')
  const log = page.getByRole('region', { name: 'Entries' })
  await expect(log.getByText(`${admin.name} removed the tool Router, which led to ${router.url}`).first()).toBeVisible()
  await expect(log.getByText(`${admin.name} put the tools into another order`).first()).toBeVisible()
})

test('what cannot be a tool is refused in words beside the field, which takes the focus', async ({
  page,
  request,
  admin,
}) => {
  await setTools(request, admin, [plex])
  await open(page, '/desk/tools')
  const send = page.getByRole('button', { name: 'Add the tool' })
  await send.click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(errors.name_missing.message)
  await page.getByLabel('Name').fill('Trick')
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//example.org', 'plex', '/\\example.org']) {
    await page.getByLabel('Address').fill(address)
    await send.click()
    await expect(page.getByLabel('Address')).toBeFocused()
    await expect(page.getByLabel('Address')).toHaveAccessibleDescription(new RegExp(errors.link_invalid.message))
  }
  expect(await listTools(request, admin)).toMatchObject([plex])
})

test('markup in a name is shown as it is written, here and in the menu', async ({ page, request, admin }) => {
  const name = `<img src=x onerror="document.title='owned'">`
  await setTools(request, admin, [{ name, url: '/ueber-mich' }])
  await open(page, '/desk/tools')
  await expect(names(page)).toHaveText([name])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('summary', { hasText: 'Tools' }).hover()
  await expect(page.locator('#menu').getByRole('link', { name })).toBeVisible()
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
})

test.describe('removed by somebody else meanwhile', () => {
  test.use({ expectMessages: /status of 404/ })

  test('a tool that is gone is said to be, and the list is the right one again', async ({ page, request, admin }) => {
    await setTools(request, admin, [plex, router])
    // Without the live connection, by which the row would be gone before it is pressed.
    await page.route('**/hub/**', (route) => route.fulfill({ status: 404 }))
    await open(page, '/desk/tools')
    await expect(names(page)).toHaveText(['Plex', 'Router'])
    await setTools(request, admin, [docs])
    await page.getByRole('button', { name: 'Remove Plex' }).click()
    await expect(outcome(page)).toHaveText('Another admin has removed that tool already.')
    await expect(names(page)).toHaveText(['Docs'])
  })
})

test('with many tools and long names nothing is cut off at 320 px, and axe finds nothing, form and outcome open', async ({
  page,
  request,
  admin,
}) => {
  const long = { name: 'x'.repeat(80), url: `https://example.org/${'y'.repeat(200)}` }
  await setTools(request, admin, [plex, long, docs])
  await open(page, '/desk/tools')
  await page.getByRole('button', { name: 'Move Docs up' }).click()
  await expect(outcome(page)).toContainText('Docs')
  await page.getByRole('button', { name: 'Change Plex' }).click()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(rows(page)).toHaveCount(3)
  expect(await cutOff(page)).toEqual([])
  await setTools(request, admin, [])
})

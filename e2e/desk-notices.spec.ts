import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { test } from './claimed-site.ts'
import { anotherBrowser } from './readers.ts'
import { expect, open, withoutLive } from './test.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Notices' })
const list = (page: Page) => page.locator('.desk-rows li')
const form = (page: Page) => page.getByRole('region', { name: 'A new notice' })

async function write(page: Page, message: string) {
  await page.getByRole('link', { name: 'Write a notice' }).click()
  await form(page).getByLabel('Message').fill(message)
}
const post = (page: Page) => page.getByRole('button', { name: 'Post the notice' }).click()

test('a new site shows a sample, and the desk removes it for good with one click', async ({ page }) => {
  await open(page, '/desk/notices')
  await expect(list(page)).toHaveCount(1)
  await expect(list(page)).toContainText('Sample')
  await expect(strip(page)).toContainText('sample notice')
  await page.getByRole('button', { name: 'Remove the sample' }).click()
  await expect(page.getByText('The sample is gone for good.')).toBeVisible()
  await expect(list(page)).toHaveCount(0)
  await open(page, '/desk/notices')
  await expect(page.getByText('There are no notices.')).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
})

test('S7.12 S2.52 what an admin posts appears in another browser by its next question, looks as in the preview, and leaves when it is withdrawn', async ({
  page,
  browser,
}) => {
  const other = await anotherBrowser(browser)
  await withoutLive(other)
  await other.clock.install()
  await open(other, '/ueber-mich')
  await expect(strip(other).getByRole('listitem').first()).toContainText('sample notice')

  await open(page, '/desk/notices')
  await write(page, 'The site moves tonight.')
  await form(page).getByLabel('Important').check()
  await form(page).getByRole('button', { name: 'Add a link' }).click()
  await form(page).getByLabel('Name of link 1').fill('What happens')
  await form(page).getByLabel('Address of link 1').fill('/seefunk')
  const preview = page.locator('.notice-preview .notice')
  await expect(preview).toHaveText('Important The site moves tonight.What happens')
  const shown = await preview.innerHTML()
  await post(page)
  await expect(page.getByText('The notice is posted: readers see it now.')).toBeVisible()
  await expect(list(page).first()).toContainText('On now, dismissed by nobody')

  await other.clock.runFor(60_000)
  const first = strip(other).locator('.notice').first()
  await expect(first).toHaveText('Important The site moves tonight.What happens')
  const classes = (html: string) =>
    html.match(/(class|href|data-[\w-]+)="[^"]*"/g)?.filter((one) => !/dismiss/.test(one))
  expect(classes(await first.innerHTML())?.slice(0, 4)).toEqual(classes(shown)?.slice(0, 4))

  await list(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(list(page).first()).toContainText('Withdrawn just now')
  await other.clock.runFor(60_000)
  await expect(strip(other)).not.toContainText('The site moves tonight.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The notice is back as it was.')).toBeVisible()
  await other.clock.runFor(60_000)
  await expect(strip(other)).toContainText('The site moves tonight.')
  await other.context().close()
})

test('S4.12 S7.12 a dismissal follows the account to its other devices', async ({ page, browser, site }) => {
  const other = await anotherBrowser(browser, { reader: site.admin })
  await open(page, '/ueber-mich')
  await strip(page).getByRole('button', { name: 'Dismiss this notice' }).click()
  await expect(strip(page)).toHaveCount(0)
  const asked = other.waitForResponse('/notifications')
  await open(other, '/ueber-mich')
  expect(await (await asked).json()).toEqual([])
  await open(page, '/desk/notices')
  await expect(list(page)).toContainText('dismissed by 1 reader')
  await other.context().close()
})

test('what is wrong stands beside its field, nothing is lost, and put right it is posted', async ({ page }) => {
  await open(page, '/desk/notices')
  await write(page, 'x'.repeat(301))
  await expect(form(page).getByText('301 of 300 characters')).toBeVisible()
  await form(page).getByRole('button', { name: 'Add a link' }).click()
  await form(page).getByLabel('Name of link 1').fill('Run')
  const address = form(page).getByLabel('Address of link 1')
  await address.fill('javascript:alert(1)')
  await form(page).getByLabel('Starts').fill('2030-01-02T10:00')
  const end = form(page).getByLabel('Ends')
  await end.fill('2030-01-01T10:00')
  await post(page)
  const message = form(page).getByLabel('Message')
  await expect(message).toHaveAccessibleDescription(/^That notice is too long\. Use at most 300 characters\./)
  await expect(message).toBeFocused()
  await expect(address).toHaveAccessibleDescription(
    /an address that begins with https:\/\/, http:\/\/ or a single slash/,
  )
  await expect(end).toHaveAccessibleDescription(/^It would end before it starts\. Choose a later end\.|Empty/)
  await expect(end).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('.notice-preview a')).toHaveCount(0)
  await expect(list(page)).toHaveCount(1)

  await message.fill('x'.repeat(300))
  await address.fill('//evil.example')
  await end.fill('2030-01-03T10:00')
  await post(page)
  await expect(address).toBeFocused()
  await address.fill('https://example.org')
  await post(page)
  await expect(page.getByText('The notice is scheduled: readers see it when its time comes.')).toBeVisible()
  await expect(list(page).first()).toContainText('Scheduled: starts 2 Jan 2030')
})

test.describe('a failure', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  test('a draft outlives a failed post, and going back to the list', async ({ page }) => {
    await open(page, '/desk/notices')
    await write(page, 'Only typed once.')
    await page.route('/api/desk/notices', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await post(page)
    await expect(page.getByText('The site cannot be reached. Check your connection, then try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(form(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Write a notice' }).click()
    await expect(form(page).getByLabel('Message')).toHaveValue('Only typed once.')
    await page.unroute('/api/desk/notices')
    await post(page)
    await expect(list(page).first()).toContainText('Only typed once.')
  })
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('times are those of the browser, which says so, and a time that is not touched stays', async ({ page }) => {
    await open(page, '/desk/notices')
    await write(page, 'Summer')
    await expect(form(page).getByText('Times are those of this device: Pacific/Auckland.')).toBeVisible()
    await form(page).getByLabel('Ends').fill('2030-01-02T10:00')
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/desk/notices'),
    )
    await post(page)
    expect((await posted).postDataJSON()).toMatchObject({ startsAt: null, endsAt: Date.UTC(2030, 0, 1, 21) })
    await expect(list(page).first()).toContainText('Summer')
    await list(page).first().getByRole('link').click()
    const card = page.getByRole('region', { name: 'Notice', exact: true })
    await expect(card.getByLabel('Ends')).toHaveValue('2030-01-02T10:00')
    await card.getByLabel('Message').fill('Summer time')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await card.getByRole('button', { name: 'Save the change' }).click()
    const before = (await posted).postDataJSON()
    const after = await (await saved).json()
    expect([after.message, after.endsAt]).toEqual(['Summer time', before.endsAt])
    await expect(page.getByText('The change is saved.')).toBeVisible()
    await expect(list(page).first()).toContainText('Summer time')
  })
})

test('a notice is deleted only after asking', async ({ page }) => {
  await open(page, '/desk/notices')
  await list(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Delete …' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(list(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete …' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(list(page)).toHaveCount(0)
  await open(page, '/desk/log')
  await expect(page.getByText(/Ada Admin deleted the notice Welcome/)).toBeVisible()
})

test('axe finds nothing on the list, a new notice with what is wrong, and an open one; nothing is cut off at 320 px', async ({
  page,
}) => {
  for (const hash of ['', '#new', 'open']) {
    await open(page, `/desk/notices${hash === 'open' ? '' : hash}`)
    if (hash === 'open') await list(page).first().getByRole('link').click()
    if (hash === '#new') await post(page)
    await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  }
})

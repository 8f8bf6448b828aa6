import type { Page } from '@playwright/test'
import { findAxeAndOverflowViolations } from './axe.ts'
import { test } from './claimed-site.ts'
import { fillOwnerProofDialog } from './proof.ts'
import { createPageInNewContext } from './readers.ts'
import { blockLiveConnection, expect, openPage } from './test.ts'

const strip = (page: Page) => page.getByRole('region', { name: 'Notices' })
const list = (page: Page) => page.locator('.rows li')
const form = (page: Page) => page.getByRole('region', { name: 'A new notice' })

async function write(page: Page, message: string) {
  await page.getByRole('link', { name: 'Write a notice' }).click()
  await form(page).getByLabel('Message').fill(message)
}
const post = (page: Page) => page.getByRole('button', { name: 'Post the notice' }).click()

// Other tests show a notice on every page. These tests do not, so that the site has no notice and no strip. The server
// asks for a proof of identity by refusing a call, and browsers log every refused call.
test.use({ hasNotice: false, expectMessages: /status of 403/ })

// Invalid notices, drafts, times and confirmations are tested in web/features/desk/notices/notices-desk.test.ts.

test('S7.12 S2.52 a posted notice appears in another browser at the next poll, looks like its preview, and disappears when it is withdrawn', async ({
  page,
  browser,
}) => {
  const other = await createPageInNewContext(browser)
  await blockLiveConnection(other)
  await other.clock.install()
  await openPage(other, '/ueber-mich')
  await expect(strip(other).getByRole('listitem').first()).toContainText('sample notice')

  await openPage(page, '/desk/notices')
  await expect(list(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove the sample' }).click()
  await fillOwnerProofDialog(page)
  await expect(page.getByText('The sample is gone for good.')).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
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
  await expect(strip(other)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The notice is back as it was.')).toBeVisible()
  await other.clock.runFor(60_000)
  await expect(strip(other)).toContainText('The site moves tonight.')
  await other.context().close()

  await list(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Delete …' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect(list(page)).toHaveCount(0)
  await openPage(page, '/desk/log')
  await expect(page.getByText(/Ada Admin deleted the notice The site moves tonight/)).toBeVisible()
})

test('S4.12 S7.12 a notice dismissed on one device disappears on the account’s other devices', async ({
  page,
  browser,
  site,
}) => {
  const other = await createPageInNewContext(browser, { reader: site.admin })
  await openPage(page, '/ueber-mich')
  await strip(page).getByRole('button', { name: 'Dismiss this notice' }).click()
  await expect(strip(page)).toHaveCount(0)
  const asked = other.waitForResponse('/notifications')
  await openPage(other, '/ueber-mich')
  expect(await (await asked).json()).toEqual([])
  await openPage(page, '/desk/notices')
  await expect(list(page)).toContainText('dismissed by 1 reader')
  await other.context().close()
})

test('the notices at the desk, a new notice with errors and an open notice have no accessibility violations and fit 320 px', async ({
  page,
}) => {
  for (const hash of ['', '#new', 'open']) {
    await openPage(page, `/desk/notices${hash === 'open' ? '' : hash}`)
    if (hash === 'open') await list(page).first().getByRole('link').click()
    if (hash === '#new') await post(page)
    await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
  }
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createAuthoringEnvVariables } from './authoring-env-variables.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { test } from './claimed-site.ts'
import { findElementsPastRightEdge } from './cut-off.ts'
import { fillOwnerProofDialog } from './proof.ts'
import { buildFolder } from './services/ports.ts'
import { expect, openPage } from './test.ts'

// The browser logs blocked scripts and refused calls. The preview blocks scripts, such as axe and the trace of a retry.
// The server refuses a call before the password has been entered, and when another tab has saved the draft.
test.use({
  siteEnv: createAuthoringEnvVariables(buildFolder),
  expectMessages: /status of (403|409|400|404)|net::ERR_FAILED|Blocked script execution in 'about:(srcdoc|blank)'/,
})

const PASSWORD = 'a kettle in a battered hat'
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })

test('an author publishes a page after entering the password, and a reader’s open tab offers the page; a mistake in a later change is shown with its line', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(90_000)
  const reader = await browser.newPage()
  await openPage(reader, `${baseURL}/articles`)
  await expect(reader.locator('html')).toHaveAttribute('data-live', '')
  await openPage(page, '/desk/pages')
  await page.getByRole('button', { name: 'New page' }).click()
  await page.getByLabel('Title').fill('My Käyboard')
  await expect(page.getByLabel('Address')).toHaveValue('/my-kayboard')
  await page.getByLabel('Address').fill('/my-keyboard')
  await page.getByRole('button', { name: 'Begin to write' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Käyboard')
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('Keys that **click**.\n\n/head')
  await page.getByRole('option', { name: /^Heading/ }).click()
  await page.keyboard.type('Switches\n\nThey are blue.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('The page is published.')).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/file=my-keyboard\.mdx/)
  const strip = reader.getByRole('region', { name: 'New page' })
  await expect(strip).toContainText('There is a new page: My Käyboard')
  expect(await findAxeAndOverflowViolations(reader)).toEqual([])
  await reader.setViewportSize({ width: 320, height: 640 })
  expect(await findElementsPastRightEdge(reader)).toEqual([])
  await strip.getByRole('link', { name: 'Read it' }).click()
  await expect(reader.getByRole('heading', { name: 'My Käyboard' })).toBeVisible()
  await reader.close()

  await page.getByText('Versions', { exact: true }).click()
  await page.getByRole('button', { name: 'Show Add My Käyboard' }).click()
  await expect(page.getByText('This is the text in the editor.')).toBeVisible()
  await page.keyboard.press('Escape')

  // Publishing a second change does not ask for the password again.
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\n![A key](./missing.jpg)')
  await page.getByRole('button', { name: 'Publish the changes' }).click()
  await expect(page.getByText('The page was not published, and the site is as before.')).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: /^Line \d+$/ }).click()
  await expect(editor(page)).toBeFocused()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await findElementsPastRightEdge(page)).toEqual([])
  await page.keyboard.press('Control+End')
  await page.mouse.wheel(0, 2_000)
  await expect(page.getByText('The page was not published, and the site is as before.')).toBeInViewport()

  await page.getByRole('link', { name: 'All pages' }).click()
  await expect(page.getByRole('link', { name: /My Käyboard.*Published, with a draft/ })).toBeVisible()
  expect(await findElementsPastRightEdge(page)).toEqual([])
  expect(await findAxeAndOverflowViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'New page' }).click()
  await page.getByLabel('Title').fill('A slip')
  await page.getByRole('button', { name: 'Begin to write' }).click()
  await page.getByRole('button', { name: 'Delete the draft …' }).click()
  await page.getByRole('button', { name: 'Delete the draft', exact: true }).click()
  await expect(page.getByText('The draft is deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/desk\/pages$/)
  await expect(page.getByRole('link', { name: /A slip/ })).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('link', { name: /My Käyboard/ })).toBeVisible()
  await expect(page.getByText('The draft is deleted.')).toHaveCount(0)
})

test('an article shows an admin a link to its editor', async ({ page }) => {
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await openPage(page, '/anker')
    const link = page.getByRole('link', { name: 'Edit this page' })
    await expect(link).toHaveAttribute('href', '/desk/pages/edit?file=anker.mdx')
    await expect(link).toBeInViewport()
    expect(await findElementsPastRightEdge(page)).toEqual([])
  }
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

test('the typed text of a page is kept through an outage and a reload; when two tabs edit a page, the texts of both are kept', async ({
  page,
  context,
}) => {
  await openPage(page, '/desk/pages/edit?file=anchors.mdx')
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.route('**/api/desk/page-drafts**', (route) => route.abort())
  await page.keyboard.type('Typed while offline.\n')
  await expect(page.getByText(/^Kept in this browser until the server saves it/)).toBeVisible()
  await page.unroute('**/api/desk/page-drafts**')
  await page.reload()
  await expect(editor(page)).toContainText('Typed while offline.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const other = await context.newPage()
  await openPage(other, '/desk/pages/edit?file=anchors.mdx')
  await editor(other).click()
  await other.keyboard.press('Control+Home')
  await other.getByText('Settings of the page').click()
  await other.getByLabel('Description').fill('A page about anchors')
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('And of the first tab.\n')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByText('Settings of the page').click()
  await expect(page.getByLabel('Description')).toHaveValue('A page about anchors')
  await expect(editor(page)).toContainText('And of the first tab.')
  await page.getByRole('button', { name: 'Delete the draft …' }).click()
  await page.getByRole('button', { name: 'Delete the draft', exact: true }).click()
  await fillOwnerProofDialog(page)
  await expect(page.getByText('The draft is deleted.')).toBeVisible()
  await expect(editor(page)).not.toContainText('Typed while offline.')
})

test('the preview of a page follows the text, a dropped picture and a chosen PDF are uploaded, and everybody can open a shared preview', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, '/desk/pages/edit?file=anchors.mdx')
  const preview = page.frameLocator('iframe[title="The page as readers will see it"]')
  await expect(preview.getByText('Words of the sea.')).toBeVisible()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  const part = (name: string) => `## ${name}\n\n${'Some words of this part.\n\n'.repeat(30)}`
  await page.keyboard.insertText(`\n\n${part('One')}${part('Two')}${part('Three')}`)
  await expect(preview.getByRole('heading', { name: 'Three' })).toBeAttached()
  await page.keyboard.press('Control+Home')
  await expect(preview.getByText('Words of the sea.')).toBeInViewport()
  await page.keyboard.press('Control+End')
  await expect(preview.getByText('Words of the sea.')).not.toBeInViewport()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])

  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c03' } })
    .png()
    .toBuffer()
  const drop = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'My Anchor.png', { type: 'image/png' }))
      return transfer
    },
    [...picture],
  )
  await editor(page).dispatchEvent('drop', { dataTransfer: drop, clientX: 200, clientY: 600 })
  await expect(editor(page)).toContainText(/!\[\]\(\.\/uploads\/my-anchor-[0-9a-f]{8}\.webp\)/)
  await page.keyboard.type('A red anchor')
  await expect(editor(page)).toContainText('![A red anchor](./uploads/')
  await page.keyboard.press('Control+End')
  await page.getByLabel('Add pictures or files').setInputFiles({
    name: 'The plan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n'),
  })
  await expect(editor(page)).toContainText(/\[The plan\.pdf\]\(\.\/uploads\/the-plan-[0-9a-f]{8}\.pdf\)/)
  await page.getByLabel('Add pictures or files').setInputFiles({
    name: 'no-picture.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg onload="alert(1)"/>'),
  })
  await expect(page.getByRole('alert')).toContainText('The file was not added')
  await expect(editor(page)).not.toContainText('Uploading')

  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByText('Versions', { exact: true }).click()
  await page.getByRole('button', { name: 'Show Begin' }).click()
  await expect(page.locator('.differences del').first()).toHaveText(/^## One|^Some words|^$/)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText('Settings of the page').click()
  await page.getByRole('button', { name: 'Share the preview' }).click()
  const address = await page.locator('.share-address code').textContent()
  const visitor = await browser.newPage()
  await visitor.goto(address ?? '')
  await expect(visitor.getByRole('heading', { name: 'Two' })).toBeVisible()
  await page.getByRole('button', { name: 'Take the address back' }).click()
  await expect(page.getByText('The address shows nothing any more.')).toBeVisible()
  expect((await visitor.goto(address ?? ''))?.status()).toBe(404)
  await visitor.close()

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(preview.getByRole('heading', { name: 'One' })).toBeAttached()
    expect(await findElementsPastRightEdge(page)).toEqual([])
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(editor(page)).toBeVisible()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
  }
})

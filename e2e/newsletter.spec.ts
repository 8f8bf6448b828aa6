import { findAxeAndOverflowViolations, findSmallTargets } from './axe.ts'
import { findMailLink, waitForMail } from './mail.ts'
import { expect, openPage, test } from './test.ts'

const newAddress = () => `subscriber-${crypto.randomUUID()}@example.org`

test('a visitor subscribes to the newsletter, confirms by the mailed link, and can unsubscribe', async ({ page }) => {
  const email = newAddress()
  await openPage(page, '/articles')
  await page.getByRole('link', { name: 'Get new articles by mail' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New pages by mail' })).toBeVisible()
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('On Mondays, all of the week').check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('A mail is on its way to you.')).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])

  await openPage(page, findMailLink(await waitForMail(email, /^Confirm that you want new pages/)))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('without scripts, the newsletter form and the mailed link work as ordinary HTML forms', async ({ page }) => {
    const email = newAddress()
    await page.goto('/newsletter')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Look in your mail' })).toBeVisible()
    await page.goto(findMailLink(await waitForMail(email, /^Confirm that you want new pages/)))
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
    await page.goto('/newsletter/unsubscribe?token=unknown')
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You get no more of these mails' })).toBeVisible()
  })
})

test('the link to the newsletter below a list of articles is in line with the list', async ({ page }) => {
  await openPage(page, '/articles')
  const readLeft = async (name: string) =>
    (await page.locator('.article-list').getByText(name).first().boundingBox())?.x
  expect(await readLeft('Get new articles by mail')).toBe(await readLeft('All articles'))
})

test('the pages of the newsletter have no accessibility violations, fit 320 px and have targets of 44 by 24 px', async ({
  page,
}) => {
  for (const path of ['/newsletter', '/newsletter/unsubscribe', '/newsletter/link-expired']) {
    await openPage(page, path)
    expect(await findAxeAndOverflowViolations(page), path).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findSmallTargets(page), path).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

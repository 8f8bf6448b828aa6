import type { Page } from '@playwright/test'
import { fcmDismissedKey, storageKeys } from '../contract/storage-keys.ts'
import { findAxeViolations } from './axe.ts'
import { noticeRows, noticeStrip, recordNotice, serveFakeNotices, urgentNotice } from './notice-strip.ts'
import {
  installFakePermission,
  installFakePushService,
  installFakeWorker,
  pushBanner,
  readStoredValue,
  serveFakePush,
} from './push-page.ts'
import { createGuest, createReader, logInBrowser, type Reader } from './readers.ts'
import { waitForReporter } from './reports-page.ts'
import { expect, openPage, test } from './test.ts'

const text = 'Enable push notifications to get updates in real time.'

/** Opens a reader's page with support for push messages. */
async function readersPage(page: Page, permission: NotificationPermission) {
  const reader = await createReader(page.request)
  await logInBrowser(page, reader)
  return { reader, ...(await preparedPage(page, permission)) }
}

async function preparedPage(page: Page, permission: NotificationPermission) {
  await installFakeWorker(page)
  await installFakePermission(page, permission)
  const { tokenOf } = await installFakePushService(page)
  return { server: await serveFakePush(page), tokenOf }
}

// The conditions for the banner and for registering a device: web/features/push/device-registration.test.ts.

test('S2.51 S4.08 S4.09 S5.06 S7.11 S3.06 the banner asks a reader once; Enable requests permission and registers the device, and each later login registers the device again', async ({
  page,
}) => {
  const { server, tokenOf, reader } = await readersPage(page, 'default')
  await openPage(page, '/ueber-mich')
  await expect(pushBanner(page).getByRole('paragraph')).toHaveText(text)
  await expect(pushBanner(page).getByRole('button')).toHaveText(['Enable', 'Close'])
  await expect(pushBanner(page)).toBeInViewport({ ratio: 1 })
  await pushBanner(page).getByRole('button', { name: 'Enable' }).click()
  await expect(pushBanner(page)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
  expect(await readStoredValue(page, 'test-asked')).toBe('1')
  expect(server.registered).toEqual([
    { token: JSON.stringify(tokenOf(1)), platform: 'web', bearer: reader.accessToken },
  ])
  expect(await readStoredValue(page, fcmDismissedKey)).toBe('true')
  expect(await readStoredValue(page, storageKeys.fcmToken)).toBe(JSON.stringify(tokenOf(1)))

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => readStoredValue(page, 'test-subscription')).toBeNull()
  expect(await readStoredValue(page, storageKeys.fcmToken)).toBeNull()

  await logInByForm(page, reader)
  await expect.poll(() => server.registered.length).toBe(2)
  expect(server.registered[1]?.token).toBe(JSON.stringify(tokenOf(2)))

  const other = await createReader(page.request)
  await openPage(page, `/?token=${other.accessToken}&refreshtoken=${other.refreshToken}`)
  await expect.poll(() => server.registered.length).toBe(3)
  expect(server.registered[2]?.token).toBe(JSON.stringify(tokenOf(2)))
  expect(server.registered[2]?.bearer).not.toBe(server.registered[1]?.bearer)
})

test('S4.08 a visitor and a guest see no banner and load no push code', async ({ page, request }) => {
  const { server } = await preparedPage(page, 'default')
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  // The banner loads when the login is known; the reporter follows when the browser is idle.
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  await expect(pushBanner(page)).toHaveCount(0)
  await logInBrowser(page, await createGuest(request))
  await openPage(page, '/ueber-mich')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await waitForReporter(page)
  await expect(pushBanner(page)).toHaveCount(0)
  expect(scripts.filter((url) => /device-registration/.test(url))).toEqual([])
  expect(server.registered).toEqual([])
})

test.describe('position of the banner', () => {
  test('at 320, 390 and 1440 px the banner is above the notices, covers nothing, cuts nothing off, and has no accessibility violations', async ({
    page,
  }) => {
    await readersPage(page, 'default')
    await serveFakeNotices(page, [urgentNotice, recordNotice])
    await openPage(page, '/seefunk')
    await expect(noticeRows(page)).toHaveCount(2)
    await expect(pushBanner(page)).toBeVisible()
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 740 })
      await expect
        .poll(async () => {
          const [offer, notices] = [await pushBanner(page).boundingBox(), await noticeStrip(page).boundingBox()]
          return (offer?.y ?? 0) + (offer?.height ?? 0) - (notices?.y ?? 0)
        })
        .toBeLessThanOrEqual(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const covered = async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        const footer = await page.locator('.site-footer').boundingBox()
        return (footer?.y ?? 0) + (footer?.height ?? 0) - ((await pushBanner(page).boundingBox())?.y ?? 0)
      }
      await expect.poll(covered).toBeLessThanOrEqual(1)
    }
    expect(await findAxeViolations(page)).toEqual([])
  })

  test('S4.09 nothing shifts when the banner appears and when Close removes it; Close counts as an answer', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      let total = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) total += entry.value
        document.documentElement.dataset.shift = String(total)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await readersPage(page, 'default')
    await openPage(page, '/seefunk')
    await pushBanner(page).getByRole('button', { name: 'Close' }).click()
    await expect(pushBanner(page)).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
    expect(await readStoredValue(page, 'test-asked')).toBeNull()
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.001)
  })
})

async function logInByForm(page: Page, { email }: Reader): Promise<void> {
  await openPage(page, '/login')
  await page.locator('#login-email').fill(email)
  await page.locator('#login-password').fill('a kettle in a battered hat')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
}

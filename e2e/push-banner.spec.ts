import type { Page } from '@playwright/test'
import { pushBannerDismissedKey, userStorageKeys } from '../contract/storage-keys.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { findComment, openComments, submitComment } from './comments-page.ts'
import {
  installFakePermission,
  installFakePushService,
  installFakeServiceWorker,
  pushBanner,
  readStoredValue,
  serveFakePushSettings,
} from './push-page.ts'
import { createGuest, createProviderLoginQuery, createReader, logInBrowser, type Reader } from './readers.ts'
import { waitForReporter } from './reports-page.ts'
import { expect, openPage, test } from './test.ts'

const text = 'Enable push notifications to get updates in real time.'

/** Opens a page as a reader whose browser supports push messages. */
async function readersPage(page: Page, permission: NotificationPermission) {
  const reader = await createReader(page.request)
  await logInBrowser(page, reader)
  return { reader, ...(await preparedPage(page, permission)) }
}

async function preparedPage(page: Page, permission: NotificationPermission) {
  await installFakeServiceWorker(page)
  await installFakePermission(page, permission)
  const { tokenOf } = await installFakePushService(page)
  return { server: await serveFakePushSettings(page), tokenOf }
}

// web/ui/push/push-permission-prompt.test.ts tests when a reader is asked.
// web/features/push/device-registration.test.ts tests when a device is registered.

test('S2.51 S4.08 S4.09 S5.06 S7.11 S3.06 a reader is asked once, below a posted comment, to enable push; Enable requests permission and registers the device, and later logins register it again', async ({
  page,
}) => {
  const { server, tokenOf, reader } = await readersPage(page, 'default')
  await openComments(page, '/ueber-mich')
  await submitComment(page, 'Is the tower open in winter?')
  const comment = findComment(page, 'Is the tower open in winter?')
  const request = comment.getByRole('region', { name: 'Push notifications' })
  await expect(request.getByRole('paragraph')).toHaveText([
    'We can tell you when somebody replies to your comment.',
    text,
  ])
  await expect(request.getByRole('button')).toHaveText(['Enable', 'Close'])
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await request.getByRole('button', { name: 'Enable' }).click()
  await expect(comment.getByRole('status').filter({ hasText: 'Push notifications are on.' })).toBeFocused()
  await expect(pushBanner(page)).toHaveCount(0)
  expect(await readStoredValue(page, 'test-asked')).toBe('1')
  expect(server.registered).toEqual([
    { token: JSON.stringify(tokenOf(1)), platform: 'web', bearer: reader.accessToken },
  ])
  expect(await readStoredValue(page, pushBannerDismissedKey)).toBe('true')
  expect(await readStoredValue(page, userStorageKeys.fcmToken)).toBe(JSON.stringify(tokenOf(1)))

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => readStoredValue(page, 'test-subscription')).toBeNull()
  expect(await readStoredValue(page, userStorageKeys.fcmToken)).toBeNull()

  await logInByForm(page, reader)
  await expect.poll(() => server.registered.length).toBe(2)
  expect(server.registered[1]?.token).toBe(JSON.stringify(tokenOf(2)))

  const other = await createReader(page.request)
  await openPage(page, `/?${await createProviderLoginQuery(page, other)}`)
  await expect.poll(() => server.registered.length).toBe(3)
  expect(server.registered[2]?.token).toBe(JSON.stringify(tokenOf(2)))
  expect(server.registered[2]?.bearer).not.toBe(server.registered[1]?.bearer)
})

test('S4.08 opening a page does not ask a reader to enable push, and loads no push code for a visitor or a guest', async ({
  page,
  request,
}) => {
  const { server } = await preparedPage(page, 'default')
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  // The push code would load when the login is known. The error reporter loads later, when the browser is idle. So
  // after the reporter has loaded, the push code would have loaded too.
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  await logInBrowser(page, await createGuest(request))
  await openPage(page, '/ueber-mich')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await waitForReporter(page)
  expect(scripts.filter((url) => /device-registration|push-permission-prompt-[^l]/.test(url))).toEqual([])
  await logInBrowser(page, await createReader(request))
  await openPage(page, '/ueber-mich')
  await waitForReporter(page)
  await expect(pushBanner(page)).toHaveCount(0)
  expect(server.registered).toEqual([])
})

test('S4.09 after Close, the next comment does not ask to enable push again', async ({ page }) => {
  await readersPage(page, 'default')
  await page.setViewportSize({ width: 320, height: 740 })
  await openComments(page, '/ueber-mich')
  await submitComment(page, 'The first question')
  await pushBanner(page).getByRole('button', { name: 'Close' }).click()
  await expect(pushBanner(page)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
  expect(await readStoredValue(page, 'test-asked')).toBeNull()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await submitComment(page, 'The second question')
  await expect(findComment(page, 'The second question')).toBeVisible()
  await expect(pushBanner(page)).toHaveCount(0)
})

async function logInByForm(page: Page, { email }: Reader): Promise<void> {
  await openPage(page, '/login')
  await page.locator('#login-email').fill(email)
  await page.locator('#login-password').fill('a kettle in a battered hat')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
}

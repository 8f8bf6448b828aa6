import type { Browser, Page } from '@playwright/test'
import { errors } from '../contract/errors.ts'
import type { MyPushSettings } from '../contract/push.ts'
import { userStorageKeys } from '../contract/storage-keys.ts'
import { accountSection, logInAgain, openAccountPageAsNewReader } from './account-page.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import {
  createSubscriptionKeys,
  installFakePermission,
  installFakePushService,
  installFakeServiceWorker,
  pushServiceOrigin,
  readStoredValue,
  waitForPushes,
} from './push-page.ts'
import { createPageInNewContext, createReader, logInBrowser, type Reader } from './readers.ts'
import { expect, openPage, test } from './test.ts'

const push = (page: Page) => accountSection(page, 'Push notifications')
const here = (page: Page) => push(page).getByRole('switch', { name: 'Push notifications on this device' })
const devices = (page: Page) => push(page).getByRole('list', { name: 'Your devices' }).getByRole('listitem')

/** Opens the account page in a browser that uses the tests' push service. */
async function prepared(page: Page, permission: NotificationPermission) {
  const keys = createSubscriptionKeys()
  const endpoint = `${pushServiceOrigin}/push/${crypto.randomUUID()}-`
  await installFakeServiceWorker(page)
  await installFakePermission(page, permission)
  await installFakePushService(page, { endpoint, keys })
  return { endpoint: `${endpoint}1`, keys }
}

// Other obstacles to push are tested in web/features/accounts/my-account/push-notifications.test.ts.

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland', expectMessages: /ERR_INTERNET_DISCONNECTED/ })

  test('S7.11 a reader turns push on, tests it and turns it off; quiet hours use the browser’s time zone and keep their typed values after a failed save', async ({
    page,
    context,
  }) => {
    const { endpoint, keys } = await prepared(page, 'default')
    await openAccountPageAsNewReader(page)
    await expect(here(page)).not.toBeChecked()
    await expect(push(page).getByText('No device of yours gets push notifications yet.')).toBeVisible()
    await here(page).click()
    await expect(push(page).getByText('Push notifications are on for this device.')).toBeVisible()
    await expect(here(page)).toBeChecked()
    await expect(devices(page)).toHaveCount(1)
    await expect(devices(page)).toContainText('This one')

    await push(page).getByRole('button', { name: 'Send a test' }).click()
    await expect(push(page).getByText('Sent to 1 device. It should be there in a few seconds.')).toBeVisible()
    const [arrived] = await waitForPushes(endpoint, keys)
    expect(arrived?.payload).toMatchObject({ topic: 'test', url: expect.stringMatching(/^\//) })

    await here(page).click()
    await expect(push(page).getByText('Push notifications are off for this device.')).toBeVisible()
    await expect(here(page)).not.toBeChecked()
    await expect(devices(page)).toHaveCount(0)
    expect(await readStoredValue(page, 'test-subscription')).toBeNull()

    const replies = push(page).getByLabel('Somebody replies to my comment')
    await expect(replies).toBeChecked()
    await expect(push(page).getByRole('group', { name: 'Tell me when' }).getByRole('checkbox')).toHaveCount(4)
    await replies.uncheck()
    await expect(push(page).getByText('Your choice is saved.')).toBeVisible()

    const quiet = push(page).getByLabel('Keep it quiet at certain hours')
    await expect(quiet).not.toBeChecked()
    await quiet.check()
    const [from, to] = [push(page).getByLabel('From'), push(page).getByLabel('To', { exact: true })]
    const zone = push(page).getByLabel('Time zone')
    await expect(zone).toHaveValue('Pacific/Auckland')
    await from.fill('21:00')
    await to.fill('21:00')
    const save = push(page).getByRole('button', { name: 'Save quiet hours' })
    await save.click()
    await expect(to).toBeFocused()
    await expect(to).toHaveAccessibleDescription(errors.quiet_hours_empty.message)
    await to.fill('06:30')
    await zone.selectOption('Europe/Berlin')
    await context.setOffline(true)
    await save.click()
    await expect(push(page).getByText('The site cannot be reached.')).toBeVisible()
    await expect(to).toHaveValue('06:30')
    await context.setOffline(false)
    await save.click()
    await expect(push(page).getByText('It is quiet from 21:00 to 06:30.')).toBeVisible()
    await openPage(page, '/account')
    await expect(push(page).getByText('No device of yours gets push notifications yet.')).toBeVisible()
    await expect(here(page)).not.toBeChecked()
    await expect(replies).not.toBeChecked()
    await expect(from).toHaveValue('21:00')
    await expect(to).toHaveValue('06:30')
    await expect(zone).toHaveValue('Europe/Berlin')
    await quiet.uncheck()
    await save.click()
    await expect(push(page).getByText('There are no quiet hours.')).toBeVisible()
    await openPage(page, '/account')
    await expect(quiet).not.toBeChecked()
  })
})

test('S7.11 a reader sees, tests and removes another device; a device that the push service no longer knows disappears', async ({
  page,
  browser,
}) => {
  const { endpoint, keys } = await prepared(page, 'granted')
  const reader = await openAccountPageAsNewReader(page)
  await expect(devices(page)).toHaveCount(1)
  const other = await otherDevice(browser, reader)
  await page.reload()
  await expect(devices(page)).toHaveCount(2)

  // Tells the push service to forget this subscription (RFC 8030 7.3).
  await fetch(`${pushServiceOrigin}/replies`, {
    method: 'PUT',
    body: JSON.stringify({ path: new URL(endpoint).pathname, replies: [{ status: 410 }] }),
  })
  await push(page).getByRole('button', { name: 'Send a test' }).click()
  await expect(push(page).getByText('Sent to 2 devices. It should be there in a few seconds.')).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      await expect(here(page)).toBeVisible()
      return devices(page).count()
    })
    .toBe(1)
  await expect(here(page)).not.toBeChecked()

  await devices(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(push(page).getByText(/gets no push notifications any more\.$/)).toBeVisible()
  await expect(devices(page)).toHaveCount(0)
  // Turning push on again creates a new subscription, which the push service knows.
  await here(page).click()
  await expect(here(page)).toBeChecked()
  await push(page).getByRole('button', { name: 'Send a test' }).click()
  await waitForPushes(endpoint.replace(/1$/, '2'), keys)
  await openPage(other.page, '/account')
  await expect(here(other.page)).not.toBeChecked()
  await here(other.page).click()
  await expect(here(other.page)).toBeChecked()
  await other.page.context().close()
})

async function otherDevice(browser: Browser, reader: Reader) {
  const page = await createPageInNewContext(browser)
  const push = await prepared(page, 'granted')
  await logInAgain(page, reader)
  await openPage(page, '/ueber-mich')
  await expect.poll(() => readStoredValue(page, userStorageKeys.fcmToken)).toContain(push.endpoint)
  return { page, ...push }
}

const many: MyPushSettings = {
  topics: { notices: true, pages: true, replies: false, orders: true, errors: true },
  quietHours: { from: '22:00', to: '07:00', timeZone: 'America/Argentina/Buenos_Aires' },
  devices: ['Chrome on Android', 'Firefox on Windows', 'iPhone'].map((name, place) => ({
    id: crypto.randomUUID(),
    name,
    platform: 'web',
    current: place === 0,
    registeredAt: Date.now() - place * 86_400_000,
  })),
}

test('the push section has no accessibility violations and fits 320 px', async ({ page }) => {
  await prepared(page, 'granted')
  await page.route('/api/account/push', (route) => route.fulfill({ json: many }))
  await logInBrowser(page, await createReader(page.request))
  await openPage(page, '/account')
  await expect(devices(page)).toHaveCount(3)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

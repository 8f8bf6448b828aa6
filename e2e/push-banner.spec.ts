import type { Page } from '@playwright/test'
import { fcmDismissedKey, pushOffKey, storageKeys } from '../contract/storage-keys.ts'
import { violations } from './axe.ts'
import { record, rows, serveNotices, strip, urgent } from './notice-strip.ts'
import { banner, fakePermission, fakePushService, fakeWorker, servePush, stored } from './push-page.ts'
import { createReader, logIn, type Reader } from './readers.ts'
import { expect, open, test } from './test.ts'

const text = 'Enable push notifications to get updates in real time.'

/** A reader's page that could get push messages. */
async function readersPage(page: Page, permission: NotificationPermission, answer?: NotificationPermission) {
  const reader = await createReader(page.request)
  await logIn(page, reader)
  return { reader, ...(await preparedPage(page, permission, answer)) }
}

async function preparedPage(page: Page, permission: NotificationPermission, answer?: NotificationPermission) {
  await fakeWorker(page)
  await fakePermission(page, permission, answer)
  const { tokenOf } = await fakePushService(page)
  return { server: await servePush(page), tokenOf }
}

/** Opens a page; all that it does about push is done when its time is over, without waiting for it. */
async function openAndSettle(page: Page, path = '/about-me') {
  await open(page, path)
  await page.waitForLoadState('networkidle')
}

test('S2.51 S4.08 a reader who has not been asked sees the banner, with its words and its two buttons', async ({
  page,
}) => {
  await readersPage(page, 'default')
  await open(page, '/about-me')
  await expect(banner(page).getByRole('paragraph')).toHaveText(text)
  await expect(banner(page).getByRole('button')).toHaveText(['Enable', 'Close'])
  await expect(banner(page)).toBeInViewport({ ratio: 1 })
})

test('S4.08 nobody who is not logged in sees it, and nothing of push is loaded for them', async ({ page }) => {
  await preparedPage(page, 'default')
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openAndSettle(page)
  await expect(banner(page)).toHaveCount(0)
  expect(scripts.filter((url) => /this-device/.test(url))).toEqual([])
})

test('S4.08 a guest does not see it', async ({ page }) => {
  const { server } = await preparedPage(page, 'default')
  await open(page, '/login')
  await page.getByRole('button', { name: 'Continue as a guest' }).click()
  await page.locator('#guest-name').fill('Gus')
  await page.locator('#guest-email').fill(`${crypto.randomUUID()}@example.org`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await openAndSettle(page)
  await expect(banner(page)).toHaveCount(0)
  expect(server.registered).toEqual([])
})

for (const permission of ['granted', 'denied'] as const) {
  test(`S4.08 where notifications are ${permission} there is no banner`, async ({ page }) => {
    await readersPage(page, permission)
    await openAndSettle(page)
    await expect(banner(page)).toHaveCount(0)
  })
}

test('S4.08 where it has been answered there is no banner', async ({ page }) => {
  await readersPage(page, 'default')
  await page.addInitScript((key) => localStorage.setItem(key, 'true'), fcmDismissedKey)
  await openAndSettle(page)
  await expect(banner(page)).toHaveCount(0)
})

test('S4.09 S7.11 S3.06 Enable asks for the permission, registers the device, and is answered for good', async ({
  page,
}) => {
  const { server, tokenOf, reader } = await readersPage(page, 'default')
  await open(page, '/about-me')
  await banner(page).getByRole('button', { name: 'Enable' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
  expect(await stored(page, 'test-asked')).toBe('1')
  expect(server.registered).toEqual([
    { token: JSON.stringify(tokenOf(1)), platform: 'web', bearer: reader.accessToken },
  ])
  expect(await stored(page, fcmDismissedKey)).toBe('true')
  expect(await stored(page, storageKeys.fcmToken)).toBe(JSON.stringify(tokenOf(1)))
})

for (const answer of ['denied', 'default'] as const) {
  test(`S4.09 a reader whose answer is "${answer}" is not asked again, and nothing is registered`, async ({ page }) => {
    const { server } = await readersPage(page, 'default', answer)
    await open(page, '/about-me')
    await banner(page).getByRole('button', { name: 'Enable' }).click()
    await expect(banner(page)).toHaveCount(0)
    expect(await stored(page, fcmDismissedKey)).toBe('true')
    await openAndSettle(page)
    await expect(banner(page)).toHaveCount(0)
    expect(await stored(page, 'test-asked')).toBe('1')
    expect(server.registered).toEqual([])
  })
}

test('S4.09 Close is an answer too, without the question of the browser', async ({ page }) => {
  await readersPage(page, 'default')
  await open(page, '/about-me')
  await banner(page).getByRole('button', { name: 'Close' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
  expect(await stored(page, fcmDismissedKey)).toBe('true')
  expect(await stored(page, 'test-asked')).toBeNull()
  await openAndSettle(page)
  await expect(banner(page)).toHaveCount(0)
})

test('S4.10 with the permission given before, the device is registered on load', async ({ page }) => {
  const { server } = await readersPage(page, 'granted')
  await open(page, '/about-me')
  await expect.poll(() => server.registered.length).toBe(1)
  expect(await stored(page, 'test-asked')).toBeNull()
})

test('a device that its reader has turned off is not registered on load', async ({ page }) => {
  const { server } = await readersPage(page, 'granted')
  await page.addInitScript((key) => localStorage.setItem(key, 'true'), pushOffKey)
  await openAndSettle(page)
  expect(server.registered).toEqual([])
})

for (const permission of ['default', 'denied'] as const) {
  test(`S5.06 with the permission "${permission}" nothing is registered`, async ({ page }) => {
    const { server } = await readersPage(page, permission)
    await openAndSettle(page)
    expect(server.registered).toEqual([])
    expect(await stored(page, 'test-subscriptions')).toBeNull()
  })
}

test.describe('Safari', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  })

  for (const permission of ['default', 'granted'] as const) {
    test(`S5.06 on Safari with the permission "${permission}" there is neither banner nor registration`, async ({
      page,
    }) => {
      const { server } = await readersPage(page, permission)
      await openAndSettle(page)
      await expect(banner(page)).toHaveCount(0)
      expect(server.registered).toEqual([])
    })
  }
})

test('S5.06 the token is sent again only when it differs from the stored one', async ({ page }) => {
  const { server, tokenOf } = await readersPage(page, 'granted')
  await open(page, '/about-me')
  await expect.poll(() => server.registered.length).toBe(1)
  await openAndSettle(page)
  await openAndSettle(page, '/cloudflare')
  expect(server.registered).toHaveLength(1)
  // The push service has taken it back.
  await page.evaluate(() => localStorage.removeItem('test-subscription'))
  await open(page, '/about-me')
  await expect.poll(() => server.registered.at(-1)?.token).toBe(JSON.stringify(tokenOf(2)))
  await expect.poll(() => stored(page, storageKeys.fcmToken)).toBe(JSON.stringify(tokenOf(2)))
})

test('S5.06 each login registers the device anew: after a logout, which lets go of it, and in the place of another one', async ({
  page,
}) => {
  const { server, tokenOf, reader } = await readersPage(page, 'granted')
  await open(page, '/about-me')
  await expect.poll(() => server.registered.length).toBe(1)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => stored(page, 'test-subscription')).toBeNull()
  expect(await stored(page, storageKeys.fcmToken)).toBeNull()

  await logInByForm(page, reader)
  await expect.poll(() => server.registered.length).toBe(2)
  expect(server.registered[1]?.token).toBe(JSON.stringify(tokenOf(2)))

  const other = await createReader(page.request)
  await open(page, `/?token=${other.accessToken}&refreshtoken=${other.refreshToken}`)
  await expect.poll(() => server.registered.length).toBe(3)
  expect(server.registered[2]?.token).toBe(JSON.stringify(tokenOf(2)))
  expect(server.registered[2]?.bearer).not.toBe(server.registered[1]?.bearer)
})

test('S7.11 another key of the site makes the device subscribe anew', async ({ page }) => {
  const { server, tokenOf } = await readersPage(page, 'granted')
  await open(page, '/about-me')
  await expect.poll(() => server.registered.length).toBe(1)
  server.settings = { ...server.settings, vapidPublicKey: `B${server.settings.vapidPublicKey.slice(1, -4)}AAAA` }
  await open(page, '/about-me')
  await expect.poll(() => server.registered.length).toBe(2)
  expect(server.registered[1]?.token).toBe(JSON.stringify(tokenOf(2)))
  const { key } = JSON.parse((await stored(page, 'test-subscription')) ?? '')
  expect(key).toBe(server.settings.vapidPublicKey)
})

test.describe('failures', () => {
  test.use({ expectMessages: /Failed to load resource/ })

  for (const failing of ['settings', 'answer', 'connection'] as const) {
    test(`S8.10 a failure (${failing}) is only logged, and the next load tries again`, async ({ page }) => {
      const { server } = await readersPage(page, 'granted')
      server.failing = failing
      await expectLogged(page)
      server.failing = null
      await open(page, '/about-me')
      await expect.poll(() => server.registered.length).toBe(1)
    })
  }

  test('S8.10 a push service that is away is only logged, and the next load tries again', async ({ page }) => {
    const { server } = await readersPage(page, 'granted')
    await page.addInitScript(() => {
      localStorage['test-push-service'] ??= 'away'
    })
    await expectLogged(page)
    await page.evaluate(() => localStorage.setItem('test-push-service', 'back'))
    await open(page, '/about-me')
    await expect.poll(() => server.registered.length).toBe(1)
  })

  async function expectLogged(page: Page) {
    const logged = page.waitForEvent('console', (message) => /^Push failed/.test(message.text()))
    await open(page, '/about-me')
    expect((await logged).type()).toBe('info')
    expect(await stored(page, storageKeys.fcmToken)).toBeNull()
  }
})

test.describe('its place', () => {
  for (const width of [320, 390, 1440]) {
    test(`at ${width} px it stands above the notices, covers nothing, and nothing is cut off`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 })
      await readersPage(page, 'default')
      await serveNotices(page, [urgent, record])
      await open(page, '/cloudflare')
      await expect(rows(page)).toHaveCount(2)
      await expect(banner(page)).toBeVisible()
      await expect
        .poll(async () => {
          const [offer, notices] = [await banner(page).boundingBox(), await strip(page).boundingBox()]
          return (offer?.y ?? 0) + (offer?.height ?? 0) - (notices?.y ?? 0)
        })
        .toBeLessThanOrEqual(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const covered = async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        const footer = await page.locator('.site-footer').boundingBox()
        return (footer?.y ?? 0) + (footer?.height ?? 0) - ((await banner(page).boundingBox())?.y ?? 0)
      }
      await expect.poll(covered).toBeLessThanOrEqual(1)
    })
  }

  test('nothing shifts when it comes and goes', async ({ page }) => {
    await page.addInitScript(() => {
      let total = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) total += entry.value
        document.documentElement.dataset.shift = String(total)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await readersPage(page, 'default')
    await open(page, '/cloudflare')
    await banner(page).getByRole('button', { name: 'Close' }).click()
    await expect(banner(page)).toHaveCount(0)
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.001)
  })

  test('axe finds nothing, at 390 and 1440 px, by day and by night', async ({ page }) => {
    test.setTimeout(90_000)
    await readersPage(page, 'default')
    await open(page, '/about-me')
    await expect(banner(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

async function logInByForm(page: Page, { email }: Reader): Promise<void> {
  await open(page, '/login')
  await page.locator('#login-email').fill(email)
  await page.locator('#login-password').fill('a marble in a battered hat')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
}

import type { Page } from '@playwright/test'
import type { Reply } from '../contract/endpoint.ts'
import type { listPushMessages, PushMessage } from '../contract/push.ts'
import { violations } from './axe.ts'
import { test as claimed } from './claimed-site.ts'
import { test } from './desk-test.ts'
import { fakePermission, fakePushService, fakeWorker, pushService } from './push-page.ts'
import { logIn } from './readers.ts'
import { expect, open } from './test.ts'

type Ledger = Reply<typeof listPushMessages>

const rows = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem')

claimed('a new site has sent nothing, has no device, and says that Firebase is not set up', async ({ page }) => {
  await open(page, '/desk/push')
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible()
  await expect(page.getByText('Firebase is not set up')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Devices' }).getByRole('definition')).toHaveText(['0', '0', '0'])
})

claimed.describe('with a device', () => {
  claimed.use({ siteEnv: { PUSH_SERVICES: pushService } })

  claimed('a notice says in the list that it goes out by push, and the ledger what became of it', async ({ page }) => {
    await fakeWorker(page)
    await fakePermission(page, 'granted')
    await fakePushService(page, { endpoint: `${pushService}/push/${crypto.randomUUID()}-` })
    const registered = page.waitForResponse('/users/fcm-token')
    await open(page, '/desk/notices#new')
    expect((await registered).status()).toBe(204)
    const form = page.getByRole('region', { name: 'A new notice' })
    await form.getByLabel('Message').fill('The record is broken.')
    const choice = form.getByLabel('Also send it as a push notification')
    await expect(choice).not.toBeChecked()
    await expect(choice).toHaveAccessibleDescription(/readers who want notices, once, when it starts/)
    await choice.check()
    await page.getByRole('button', { name: 'Post the notice' }).click()
    const first = page.locator('.desk-rows li').first()
    await expect(first).toContainText('The record is broken.')
    await expect(first).toContainText('Push')
    await first.getByRole('link').click()
    await expect(
      page.getByRole('region', { name: 'Notice', exact: true }).getByLabel('Also send it as a push notification'),
    ).toBeChecked()

    await expect
      .poll(async () => {
        await open(page, '/desk/push')
        await expect(rows(page)).toHaveCount(1)
        return rows(page).textContent()
      })
      .toMatch(/The record is broken\..*1 accepted.*Notice/)
    await expect(page.getByRole('region', { name: 'Devices' }).getByRole('definition')).toHaveText(['1', '0', '0'])
  })
})

const message = (number: number, more: Partial<PushMessage> = {}): PushMessage => ({
  id: crypto.randomUUID(),
  topic: 'replies',
  title: `Nora answered you, for the ${number}th time`,
  body: 'I would rather use a longer word: '.padEnd(90, 'w'),
  createdAt: Date.now() - number * 60_000,
  waiting: 0,
  accepted: 1,
  failed: 0,
  expired: 0,
  lastError: null,
  ...more,
})

test.describe('the ledger', () => {
  const failed = message(1, { accepted: 0, failed: 2, expired: 1, lastError: 'The push service answered 413.' })
  const pages: Record<string, Ledger> = {
    '': ledger([failed, message(2, { topic: 'test', waiting: 3, accepted: 0 }), message(3, { accepted: 0 })], 'more'),
    more: ledger([message(4)], null),
  }

  test.beforeEach(async ({ page, admin }) => {
    await logIn(page, admin)
    await page.route(/\/api\/desk\/push(\?|$)/, (route) =>
      route.fulfill({ json: pages[new URL(route.request().url()).searchParams.get('cursor') ?? ''] }),
    )
  })

  test('what became of each message is told, with what the push service said, and more on asking', async ({ page }) => {
    await open(page, '/desk')
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Push', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Push' })).toBeVisible()
    await expect(rows(page)).toHaveCount(3)
    await expect(rows(page).nth(0)).toContainText(/2 failed.*1 expired.*The push service answered 413\..*Answer/)
    await expect(rows(page).nth(1)).toContainText(/3 waiting.*Test/)
    await expect(rows(page).nth(2)).toContainText('to no device')
    await expect(page.getByText('Firebase is set up: the app on phones gets messages too.')).toBeVisible()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(rows(page)).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })

  test('axe finds nothing, and nothing is cut off at 320 px', async ({ page }) => {
    test.setTimeout(90_000)
    await open(page, '/desk/push')
    await expect(rows(page)).toHaveCount(3)
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

function ledger(messages: PushMessage[], next: string | null): Ledger {
  return {
    messages,
    next,
    totals: { waiting: 3, accepted: 1204, failed: 2, expired: 1 },
    devices: { web: 310, android: 12, ios: 4 },
    firebase: true,
  }
}

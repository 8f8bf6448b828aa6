import type { Page } from '@playwright/test'
import type { SuccessReplyBody } from '../contract/endpoint.ts'
import type { DeskPushMessage, listDeskPushMessages } from '../contract/push.ts'
import { buildDeskPushMessage } from '../contract/testing/sample-desk.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { test as claimed } from './claimed-site.ts'
import {
  installFakePermission,
  installFakePushService,
  installFakeServiceWorker,
  pushServiceOrigin,
} from './push-page.ts'
import { expect, openPage } from './test.ts'

type Ledger = SuccessReplyBody<typeof listDeskPushMessages>

const rows = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem')

const message = (number: number, more: Partial<DeskPushMessage> = {}) =>
  buildDeskPushMessage({
    id: crypto.randomUUID(),
    title: `Nora replied to you, for the ${number}th time`,
    body: 'I would rather use a longer word: '.padEnd(90, 'w'),
    createdAt: Date.now() - number * 60_000,
    ...more,
  })
// The text of each message is tested in web/features/desk/notices/push-ledger.test.ts.
const ledger: Ledger = {
  messages: [
    message(1, { accepted: 0, failed: 2, expired: 1, lastError: 'The push service answered 413.' }),
    message(2, { topic: 'test', waiting: 3, accepted: 0 }),
    message(3, { accepted: 0 }),
  ],
  next: 'more',
  totals: { waiting: 3, accepted: 1204, failed: 2, expired: 1 },
  devices: { web: 310, android: 12, ios: 4 },
  firebase: true,
}

claimed.describe('with a device', () => {
  claimed.use({ siteEnv: { PUSH_SERVICES: pushServiceOrigin } })

  claimed(
    'the list of notices marks a notice that is also sent by push; the push ledger counts its deliveries, has no accessibility violations and fits 320 px',
    async ({ page }) => {
      await installFakeServiceWorker(page)
      await installFakePermission(page, 'granted')
      await installFakePushService(page, { endpoint: `${pushServiceOrigin}/push/${crypto.randomUUID()}-` })
      const registered = page.waitForResponse('/users/fcm-token')
      await openPage(page, '/desk/notices#new')
      expect((await registered).status()).toBe(204)
      const form = page.getByRole('region', { name: 'A new notice' })
      await form.getByLabel('Message').fill('The record is broken.')
      const choice = form.getByLabel('Also send it as a push notification')
      await expect(choice).not.toBeChecked()
      await expect(choice).toHaveAccessibleDescription(/readers who want notices, once, when it starts/)
      await choice.check()
      await page.getByRole('button', { name: 'Post the notice' }).click()
      const first = page.locator('.rows li').first()
      await expect(first).toContainText('The record is broken.')
      await expect(first).toContainText('Push')
      await first.getByRole('link').click()
      await expect(
        page.getByRole('region', { name: 'Notice', exact: true }).getByLabel('Also send it as a push notification'),
      ).toBeChecked()

      await expect
        .poll(async () => {
          await openPage(page, '/desk/push')
          await expect(page.getByRole('region', { name: 'Devices' }).getByRole('definition')).toHaveText([
            '1',
            '0',
            '0',
          ])
          // The page is loaded again, because it may have loaded before the message existed and does not fetch by
          // itself.
          return (await rows(page).allTextContents()).join()
        })
        .toMatch(/The record is broken\..*1 accepted.*Notice/)

      await page.route('/api/desk/push', (route) => route.fulfill({ json: ledger }))
      await openPage(page, '/desk/push')
      await expect(rows(page)).toHaveCount(3)
      expect(await findAxeAndOverflowViolations(page)).toEqual([])
    },
  )
})

import type { Page } from '@playwright/test'
import { buildDeskPayment, buildPaymentAlert } from '#contract/testing/sample-payments.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { payOrderThroughApi, stripeDoubleOrigin, stripeEnvironment } from './card-orders.ts'
import { test as claimed } from './claimed-site.ts'
import { test } from './desk-test.ts'
import { serveFakeReply } from './fake-reply.ts'
import { createOpenKitchen } from './kitchens.ts'
import { placeDeliveryOrder, sendOrderMove } from './placed-orders.ts'
import { createGuest, logInBrowser } from './readers.ts'
import { callStripeDouble, forwardStripeToDouble, stripeUrlPattern } from './stripe-routes.ts'
import { blockLiveConnection, expect, openPage, waitForLiveConnection } from './test.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('list').last().getByRole('listitem')

claimed.describe('with cards', () => {
  claimed.use({ siteEnv: stripeEnvironment, expectRequests: stripeUrlPattern })

  claimed(
    'the desk shows an alert about a lost payment with advice, and removes the alert when an admin marks it as seen',
    async ({ page, context, request, site }) => {
      // The test starts its own site and creates orders in all states, which takes a long time.
      claimed.setTimeout(180_000)
      await forwardStripeToDouble(context, stripeDoubleOrigin)
      const kitchen = await createOpenKitchen(request, { owner: site.admin })
      const guest = await createGuest(request)
      const lost = await placeDeliveryOrder(request, guest, kitchen, 'card')
      const payment = await payOrderThroughApi(request, lost)
      await payOrderThroughApi(
        request,
        await placeDeliveryOrder(request, guest, kitchen, 'card'),
        'pm_card_chargeDeclined',
      )
      await openPage(page, '/desk/payments')
      await waitForLiveConnection(page)
      await expect(rows(page)).toHaveText([
        /^£15\.60, order 2 at .*Card refused, order waiting for payment.*The bank said: /,
        /^£15\.60, order 1 at .*Held on the card, order placed/,
      ])
      await page.getByLabel('Refused').check()
      await expect(rows(page)).toHaveCount(1)
      await expect(page).toHaveURL(/filter=refused$/)
      await page.getByLabel('Held').check()
      await expect(rows(page)).toContainText([/order 1 at/])

      await callStripeDouble(stripeDoubleOrigin, 'lose', { payment })
      await sendOrderMove(request, kitchen, lost.order, 'accepted')
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('heading', { name: 'To look at' })).toBeVisible({ timeout: 2_000 })
      }).toPass()
      const alert = page.getByRole('article', { name: 'The money of an order cannot be had any more' })
      await expect(alert).toContainText(`order 1 at ${kitchen.name}`)
      await expect(alert).toContainText('What to do: See that the kitchen cancels it or takes cash.')
      await expect(alert.getByRole('link', { name: 'Money of the kitchen' })).toHaveAttribute(
        'href',
        `/kitchen/${kitchen.slug}/money`,
      )
      await openPage(page, '/desk')
      await page.getByRole('link', { name: 'The money of an order cannot be had any more' }).click()
      await alert.getByRole('button', { name: /^Seen/ }).press('Enter')
      await expect(alert).toHaveCount(0)
      await expect(page.getByText('Seen. It comes again if it happens again.')).toBeVisible()
      await page.reload()
      await expect(rows(page)).toHaveCount(2)
      await expect(page.getByRole('heading', { name: 'To look at' })).toHaveCount(0)
      await openPage(page, `/kitchen/${kitchen.slug}`)
      await expect(page.getByRole('article', { name: 'Order 1', exact: true })).toContainText(
        'Not paid: the bank let go. Cancel it, or take cash.',
      )
    },
  )
})

// The texts of alerts and payments, and a list that cannot be loaded, are tested in
// web/features/desk/payments/payments.test.ts.

test('payment alerts and payments at the desk have no accessibility violations at any width in both themes', async ({
  page,
  admin,
}) => {
  await blockLiveConnection(page)
  await logInBrowser(page, admin)
  const kinds = ['disputed', 'card_testing', 'payment_lost'] as const
  await serveFakeReply(page, /\/api\/desk\/payments/, () => ({
    on: true,
    alerts: kinds.map((kind, at) => buildPaymentAlert(at + 1, kind, kind === 'card_testing' ? '23 in an hour.' : '')),
    payments: [
      buildDeskPayment(9, { paymentState: 'pending', state: 'awaiting_payment', card: '' }),
      buildDeskPayment(8, { paymentState: 'failed', state: 'awaiting_payment', declined: 'Insufficient funds.' }),
      buildDeskPayment(7),
    ],
    next: 'more',
  }))
  await openPage(page, '/desk/payments')
  await expect(page.getByRole('region', { name: 'To look at' }).getByRole('article')).toHaveCount(3)
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

import type { Page } from '@playwright/test'
import { buildDeskPayment, buildPaymentAlert } from '#contract/testing/sample-money.ts'
import { violations } from './axe.ts'
import { payByCard, stripeDouble, stripeEnv } from './card-orders.ts'
import { test as claimed } from './claimed-site.ts'
import { test } from './desk-test.ts'
import { createOpenKitchen } from './kitchens.ts'
import { answer } from './money-double.ts'
import { moveTo, placeDelivery } from './placed-orders.ts'
import { createGuest, logIn } from './readers.ts'
import { routeStripe, stripeRequests, tellStripe } from './stripe-routes.ts'
import { expect, live, open, withoutLive } from './test.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('list').last().getByRole('listitem')

claimed.describe('with cards', () => {
  claimed.use({ siteEnv: stripeEnv, expectRequests: stripeRequests })

  claimed(
    'the desk is told of money that cannot be had any more, says what to do, and forgets it once it has been seen',
    async ({ page, context, request, site }) => {
      // A site of its own, and orders from their beginning to their end.
      claimed.setTimeout(180_000)
      await routeStripe(context, stripeDouble)
      const kitchen = await createOpenKitchen(request, { owner: site.admin })
      const guest = await createGuest(request)
      const lost = await placeDelivery(request, guest, kitchen, 'card')
      const payment = await payByCard(request, lost)
      await payByCard(request, await placeDelivery(request, guest, kitchen, 'card'), 'pm_card_chargeDeclined')
      await open(page, '/desk/payments')
      await live(page)
      await expect(rows(page)).toHaveText([
        /^£15\.60, order 2 at .*Card refused, order waiting for payment.*The bank said: /,
        /^£15\.60, order 1 at .*Held on the card, order placed/,
      ])
      await page.getByLabel('Refused').check()
      await expect(rows(page)).toHaveCount(1)
      await expect(page).toHaveURL(/filter=refused$/)
      await page.getByLabel('Held').check()
      await expect(rows(page)).toContainText([/order 1 at/])

      await tellStripe(stripeDouble, 'lose', { payment })
      await moveTo(request, kitchen, lost.order, 'accepted')
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
      await open(page, '/desk')
      await expect(page.getByText(/^Waiting for you: .*1 alert about a payment/)).toBeVisible()
      await page.getByRole('link', { name: '1 alert about a payment' }).click()
      await alert.getByRole('button', { name: /^Seen/ }).press('Enter')
      await expect(alert).toHaveCount(0)
      await expect(page.getByText('Seen. It comes again if it happens again.')).toBeVisible()
      await page.reload()
      await expect(rows(page)).toHaveCount(2)
      await expect(page.getByRole('heading', { name: 'To look at' })).toHaveCount(0)
      await open(page, `/kitchen/${kitchen.slug}`)
      await expect(page.getByRole('article', { name: 'Order 1', exact: true })).toContainText(
        'Not paid: the bank let go. Cancel it, or take cash.',
      )
    },
  )
})

// The words of alerts and payments, and a list that fails: web/desk/payments.test.ts.

test('alerts and payments are without barriers at every width and in both themes', async ({ page, admin }) => {
  await withoutLive(page)
  await logIn(page, admin)
  const kinds = ['disputed', 'card_testing', 'payment_lost'] as const
  await answer(page, /\/api\/desk\/payments/, () => ({
    on: true,
    alerts: kinds.map((kind, at) => buildPaymentAlert(at + 1, kind, kind === 'card_testing' ? '23 in an hour.' : '')),
    payments: [
      buildDeskPayment(9, { paymentState: 'pending', state: 'awaiting_payment', card: '' }),
      buildDeskPayment(8, { paymentState: 'failed', state: 'awaiting_payment', declined: 'Insufficient funds.' }),
      buildDeskPayment(7),
    ],
    next: 'more',
  }))
  await open(page, '/desk/payments')
  await expect(page.getByRole('region', { name: 'To look at' }).getByRole('article')).toHaveCount(3)
  expect(await violations(page)).toEqual([])
})

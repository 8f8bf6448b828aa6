import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { payByCard, stripeDouble, stripeEnv } from './card-orders.ts'
import { test as claimed } from './claimed-site.ts'
import { test } from './desk-test.ts'
import { createOpenKitchen } from './kitchens.ts'
import { answer, doubledAlert, doubledPayment } from './money-double.ts'
import { createGuest, moveTo, placeDelivery } from './placed-orders.ts'
import { logIn } from './readers.ts'
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
      const kitchen = await createOpenKitchen(request, site.admin, { owner: site.admin })
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

test('where the site takes no cards, the desk says so calmly and how to turn it on', async ({ page, admin }) => {
  await logIn(page, admin)
  await open(page, '/desk')
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByText('This site takes no cards: customers pay when they get their food')).toBeVisible()
  await expect(page.getByText('STRIPE_SECRET_KEY')).toBeVisible()
  await expect(page.getByText('Nobody has paid by card yet.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an admin sets the commission of a kitchen with two digits, and its money page says it', async ({
  page,
  request,
  admin,
}) => {
  const { name, slug } = await createOpenKitchen(request, admin)
  await logIn(page, admin)
  await open(page, '/desk/kitchens')
  const card = page.getByRole('article', { name })
  await expect(card).toContainText('It pays 0.00% of what it sells.')
  const change = card.getByRole('button', { name: `Change the commission of ${name}` })
  await change.press('Enter')
  const field = card.getByLabel('Commission (%)')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(change).toBeFocused()
  await change.press('Enter')
  for (const wrong of ['50.01', '12.345', 'much']) {
    await field.fill(wrong)
    await field.press('Enter')
    await expect(card.getByText('Enter a percentage from 0 to 50, with at most two digits')).toBeVisible()
    await expect(field).toBeFocused()
  }
  await field.fill('12,5')
  await field.press('Enter')
  await expect(card).toContainText('It pays 12.50% of what it sells.')
  await expect(change).toBeFocused()
  await expect(page.getByText(`${name} pays 12.50% of what it sells from now on.`)).toBeVisible()
  await open(page, `/kitchen/${slug}/money`)
  await expect(page.getByRole('region', { name: 'Sums' })).toContainText('12.50% of what you sell')
})

test('alerts come first, each with its meaning; the list goes on where it ends, and every width and theme is without barriers', async ({
  page,
  admin,
}) => {
  // Axe looks at it four times, which takes a busy machine long.
  test.setTimeout(180_000)
  await withoutLive(page)
  await logIn(page, admin)
  const kinds = ['disputed', 'card_testing', 'refund_failed', 'late_payment', 'amount_differs', 'payment_lost'] as const
  const refund = { refundId: 'a', amount: 300, reason: '', state: 'succeeded' as const, at: 0 }
  const pages = {
    first: [
      doubledPayment(9, { paymentState: 'pending', state: 'awaiting_payment', card: '' }),
      doubledPayment(8, { paymentState: 'failed', state: 'awaiting_payment', declined: 'Insufficient funds.' }),
      doubledPayment(7, { paymentState: 'partially_refunded', refunds: [refund] }),
    ],
    second: [doubledPayment(6), doubledPayment(5, { paymentState: 'voided', state: 'expired' })],
  }
  const last = pages.first.at(-1)?.orderId ?? ''
  await answer(page, /\/api\/desk\/payments/, ({ searchParams }) => ({
    on: true,
    alerts: kinds.map((kind, at) => doubledAlert(at + 1, kind, kind === 'card_testing' ? '23 in an hour.' : '')),
    ...(searchParams.get('cursor') === last
      ? { payments: pages.second, next: null }
      : { payments: pages.first, next: last }),
  }))
  await open(page, '/desk/payments')
  const alerts = page.getByRole('region', { name: 'To look at' }).getByRole('article')
  await expect(alerts).toHaveCount(kinds.length)
  for (const alert of await alerts.all()) await expect(alert).toContainText(/What to do: .{20}/)
  await expect(alerts.filter({ hasText: '23 in an hour.' })).toContainText('Many cards are refused')
  await expect(page.getByText('The latest 3 payments')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(rows(page)).toHaveText([
    /Waits for a card, order waiting for payment/,
    /Card refused.*The bank said: Insufficient funds\./,
    /Partly given back, £3\.00 back, order picked up/,
    /Paid, order picked up/,
    /Let go, order expired/,
  ])
  await expect(
    rows(page)
      .first()
      .getByRole('link', { name: /^Money of/ }),
  ).toHaveAttribute('href', '/kitchen/double/money')
  expect(await violations(page)).toEqual([])
})

test.describe('with a failure', () => {
  test.use({ expectMessages: /status of 500 / })

  test('when the payments cannot be loaded the desk says why, and shows them on another try', async ({
    page,
    admin,
  }) => {
    await logIn(page, admin)
    // Once it is connected, it asks again by itself.
    await withoutLive(page)
    let isBroken = true
    await page.route(/\/api\/desk\/payments/, (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke on our side.' } })
        : route.fulfill({ json: { on: true, alerts: [], payments: [doubledPayment(5)], next: null } }),
    )
    await open(page, '/desk/payments')
    await expect(page.getByRole('alert')).toContainText('Something broke on our side.')
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

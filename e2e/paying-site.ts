import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { Board } from '#contract/kitchen-orders.ts'
import { stripeEnvironment } from './card-orders.ts'
import { createOpenKitchen, type OpenKitchen } from './kitchens.ts'
import { buildBearerHeader, createAdmin, type Reader } from './readers.ts'
import { createUnstartedSite, type OwnSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { callStripeDouble, forwardStripeToDouble, stripeUrlPattern } from './stripe-routes.ts'
import { test as base } from './test.ts'

/** A site that accepts cards through the Stripe double, with an admin and a kitchen. */
export interface PayingSite extends OwnSite {
  /** The origin of the Stripe double. */
  stripe: string
  admin: Reader
  kitchen: OpenKitchen
}

/** The `test` function for card payments. Each worker has one site and one Stripe double. */
export const test = base.extend<object, { paying: PayingSite }>({
  paying: [
    async ({ playwright }, use, { parallelIndex }) => {
      const port = ports.paying(parallelIndex)
      const webhook = `http://127.0.0.1:${port}/api/payments/stripe`
      const program = [
        '--disable-warning=ExperimentalWarning',
        'server/testing/stripe-double.ts',
        '--port',
        `${port + 1}`,
        '--webhook',
        webhook,
      ]
      const double = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
      let stripe = ''
      for await (const line of createInterface(double.stdout)) {
        stripe = line
        break
      }
      double.stdout.resume()
      const site = createUnstartedSite(port, {
        ...stripeEnvironment,
        STRIPE_API: stripe,
        SAMPLES: 'off',
      })
      await site.start()
      const request = await playwright.request.newContext({ baseURL: site.origin })
      const admin = await createAdmin(request)
      await use({ ...site, stripe, admin, kitchen: await createOpenKitchen(request) })
      await request.dispose()
      await site.remove()
      double.kill()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ paying }, use) => use(paying.origin),
  context: async ({ context, paying }, use) => {
    // Deletes the declined payments of earlier tests. With too many of them, the site suspects that somebody tests
    // stolen cards, and refuses further payments (CARD_DECLINE_LIMITS).
    const database = new DatabaseSync(`${paying.dataFolder}/site.sqlite`, { timeout: 10_000 })
    database.exec('DELETE FROM payment_attempts')
    database.close()
    await forwardStripeToDouble(context, paying.stripe)
    await use(context)
    await callStripeDouble(paying.stripe, 'mend', {})
    await callStripeDouble(paying.stripe, 'hold', { isHeld: false })
  },
  expectRequests: stripeUrlPattern,
})

/** Locates the frame with the provider's card fields. */
export const findCardFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure payment input frame"]')

/** Locates the frame in which a card's bank asks for confirmation. */
export const findBankFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="3D Secure"]')

/** Fills in a card with a valid expiry date. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await findCardFrame(page).getByLabel('Card number').fill(number)
  await findCardFrame(page).getByLabel('Expiry date').fill('12 / 40')
  await findCardFrame(page).getByLabel('Security code').fill('123')
}

/** The numbers of Stripe's test cards. https://docs.stripe.com/testing */
export const testCards = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  /** A card whose bank asks for confirmation. */
  asks: '4000002760003184',
} as const

/** A payment as the Stripe double stores it. */
interface Payment {
  id: string
  status: string
  metadata: { orderId: string }
}

/** Reads the payments of an order from the Stripe double. */
export async function readStripePayments({ stripe }: PayingSite, orderId: string): Promise<Payment[]> {
  const { payments } = (await callStripeDouble(stripe, 'state', {})) as { payments: Payment[] }
  return payments.filter(({ metadata }) => metadata.orderId === orderId)
}

/** Reads the orders of a customer from a kitchen's board. @param name the name of the customer */
export async function fetchBoardOrdersOfCustomer(
  page: Page,
  { vId, owner }: OpenKitchen,
  name: string,
): Promise<Board['orders']> {
  const answer = await page.request.get(`/api/kitchen/${vId}/board`, { headers: buildBearerHeader(owner) })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { orders }: Board = await answer.json()
  return orders.filter(({ customer }) => customer.name === name)
}

/** Reads the id of the order whose page is open. */
export const readOrderId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

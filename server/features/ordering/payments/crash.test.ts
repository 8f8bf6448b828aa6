import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { chooseByRun } from '#contract/testing/soak-run.ts'
import { type KillableCardSite, ServerKilledError, startKillableCardSite } from '../../../testing/killable-card-site.ts'
import { buildLine } from '../../../testing/orders.ts'
import { findStripeDisagreements } from '../../../testing/payment-agreement.ts'
import { findTestCard, testCardNumbers } from '../../../testing/stripe/test-cards.ts'

/** The end of an order: the kitchen completes it, the customer cancels it early, or the kitchen cancels it later. */
type End = 'made' | 'cancelled' | 'given back'

/** The moments at which the server is killed, each with the way in which its order ends. */
const kills: [moment: string, end: End, arm: (site: KillableCardSite) => void][] = [
  ['after the order is placed', 'made', (site) => killAfterPlacing(site)],
  ['before the payment is created', 'made', ({ killAt }) => killAt('create', 'before')],
  ['after the payment is created', 'made', ({ killAt }) => killAt('create', 'after')],
  ['before the payment is read for the first time', 'made', ({ killAt }) => killAt('read', 'before')],
  ['after the payment is read for the first time', 'made', ({ killAt }) => killAt('read', 'after')],
  ['before the event about the authorisation arrives', 'made', (site) => killWhenTold(site, 'before')],
  ['after the event about the authorisation has arrived', 'made', (site) => killWhenTold(site, 'after')],
  ['after the payment is read, before the order is placed', 'made', ({ killAt }) => killAt('charges', 'after')],
  [
    'after the order is placed, before the payment is read again',
    'made',
    ({ killAt }) => killAt('charges', 'before', 2),
  ],
  ['before the payment is captured', 'made', ({ killAt }) => killAt('capture', 'before')],
  ['after the payment is captured', 'made', ({ killAt }) => killAt('capture', 'after')],
  ['before the authorisation is voided', 'cancelled', ({ killAt }) => killAt('cancel', 'before')],
  ['after the authorisation is voided', 'cancelled', ({ killAt }) => killAt('cancel', 'after')],
  ['before the payment is refunded', 'given back', ({ killAt }) => killAt('refund', 'before')],
  ['after the payment is refunded', 'given back', ({ killAt }) => killAt('refund', 'after')],
]

/**
 * The sites that are killed after an order is placed. The double of the provider gets no call at that moment, so the
 * function `order` kills these sites. All other kills happen when the double gets a call or sends an event.
 */
const afterPlacing = new WeakSet<KillableCardSite>()
const killAfterPlacing = (site: KillableCardSite) => void afterPlacing.add(site)

function killWhenTold({ double, kill }: KillableCardSite, when: 'before' | 'after'): void {
  double.webhooks.onSend = async ({ type }, now) => {
    if (now !== when || type !== 'payment_intent.amount_capturable_updated') return
    double.webhooks.onSend = null
    await kill()
  }
}

/** Places and pays an order, and moves it in the name of the kitchen. Continues after each restart of the server. */
async function order(site: KillableCardSite, end: End, goesOn: boolean): Promise<{ orderId: string | null }> {
  const { ask, double, kitchen, customer, start, kill } = site
  const made: { orderId: string | null } = { orderId: null }
  /** Repeats a call until it gets a reply. */
  const asked: typeof ask = async (...call) => {
    for (let tries = 0; tries < 5; tries++) {
      try {
        const answer = await ask(...call)
        if (answer.status !== 503) return answer
        // The server asks to retry while the machine is busy or Postgres holds locks of the killed server.
        await wait(SECOND_MS)
      } catch (error) {
        if (!(error instanceof ServerKilledError) || !goesOn) throw error
        await start()
      }
    }
    throw new Error('The server does not come back.')
  }
  const placing = {
    key: crypto.randomUUID(),
    vId: kitchen.kitchenId,
    service: 'pickup',
    slotAt: null,
    address: null,
    lines: [buildLine(kitchen.lemonade, 2)],
    total: 320,
    payment: 'card',
  }
  const place = () => asked('POST', '/api/orders', { body: placing, token: customer.token })
  const token = await site.tokenOf(kitchen.owner.id)
  const state = (orderId: string, to: string) =>
    asked('POST', `/api/kitchen/${kitchen.kitchenId}/orders/${orderId}/state`, {
      token,
      body: { to, reason: 'No gas.', ...(to === 'accepted' && { promisedAt: Date.now() + 30 * MINUTE_MS }) },
    })
  try {
    let placed = await place()
    if (afterPlacing.delete(site)) {
      await kill()
      await start()
      if (goesOn) placed = await place()
    }
    if (!placed.body.order) throw new Error(`It was not placed: ${JSON.stringify(placed)}`)
    const { orderId } = placed.body.order
    made.orderId = orderId
    const pay = () => asked('POST', `/api/orders/${orderId}/payment`, { token: customer.token })
    const answer = await pay()
    const { clientSecret } = answer.body
    if (typeof clientSecret !== 'string') throw new Error(`There is nothing to pay: ${JSON.stringify(answer)}`)
    const card = findTestCard(testCardNumbers.good)
    if (card) {
      const given = { number: testCardNumbers.good, card, method: 'pm_card', month: 12, year: 2090 }
      double.account.confirm(clientSecret.split('_secret_')[0] ?? '', given)
    }
    await double.webhooks.quiet()
    await pay()
    if (end === 'cancelled') await asked('POST', `/api/orders/${orderId}/cancel`, { token: customer.token })
    else await state(orderId, 'accepted')
    if (end === 'given back') {
      const isCaptured = async () =>
        (await asked('GET', `/api/orders/${orderId}`, { token: customer.token })).body.paymentState === 'captured'
      while (!(await isCaptured())) await wait(100)
      await state(orderId, 'cancelled')
    }
  } catch (error) {
    if (!(error instanceof ServerKilledError)) throw error
  }
  return made
}

const paymentStates = { made: 'captured', cancelled: 'voided', 'given back': 'refunded' } as const

test.each(kills)('an order and its payment agree after the server is killed %s', async (_, end, arm) => {
  const site = await startKillableCardSite()
  const { db, double, start, ask, kitchen } = site
  await start()
  arm(site)
  const killed = site.nextKill()
  const [{ orderId }] = await Promise.all([order(site, end, true), order(site, end, false)])
  await killed
  // An unpaid order expires after the restart.
  await site.kill()
  await site.passTime()

  await start()
  const token = await site.tokenOf(kitchen.owner.id)
  await expect
    .poll(
      async () => {
        const orders = await db.selectFrom('orders').select(['id', 'state']).execute()
        for (const { id } of orders.filter(({ state }) => state === 'placed'))
          await ask('POST', `/api/kitchen/${kitchen.kitchenId}/orders/${id}/state`, {
            token,
            body: { to: 'accepted', promisedAt: Date.now() + 30 * MINUTE_MS },
          })
        const wrong = await Promise.all(orders.map(({ id }) => findStripeDisagreements(db, double.account, id)))
        return wrong.flat()
      },
      { timeout: chooseByRun(20_000, 120_000), interval: 200 },
    )
    .toEqual([])
  const found = await db
    .selectFrom('orders')
    .select(['state', 'payment_state'])
    .where('id', '=', orderId ?? '')
    .executeTakeFirst()
  expect(found).toEqual({ state: end === 'made' ? 'accepted' : 'cancelled', payment_state: paymentStates[end] })
})

import { vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { OpeningHours, OpeningInterval } from '#contract/menu.ts'
import { PAYMENT_DEADLINE_MS } from '#contract/ordering-limits.ts'
import type { CardSite, PayableCardOrder } from './card-site.ts'
import { createKitchen, type TestKitchen } from './kitchens.ts'
import { buildLine, homeAddress } from './orders.ts'
import type { PaymentAction, PaymentScenario } from './payment-actions.ts'
import { addPerson, createSessionTokens } from './people.ts'
import { testCardNumbers } from './stripe/test-cards.ts'

/** Open on Mondays only, so that most orders wait for days. */
const mondays: OpeningHours = {
  weekly: (['delivery', 'pickup'] as const).map((service) => ({
    weekday: 1,
    ...({ service, from: 0, to: 0 } satisfies OpeningInterval),
  })),
  special: [],
}

/** The kitchen that is open one day a week. */
export const createMondayOnlyKitchen = (site: CardSite): Promise<TestKitchen> =>
  createKitchen(site, { hours: JSON.stringify(mondays), timezone: 'UTC', owner: site.kitchen.owner })

/**
 * Returns the time to choose for an order: noon of the next Monday. On a Monday before 22:00 UTC, returns null, because
 * the kitchen is open and the order needs no chosen time.
 */
function mondayNoon(now: number): number | null {
  const date = new Date(now)
  const days = (8 - date.getUTCDay()) % 7
  if (days === 0 && date.getUTCHours() < 22) return null
  return date.setUTCHours(12, 0, 0, 0) + (days || 7) * DAY_MS
}

/**
 * Performs the actions of a scenario on a new order. Then ends all simulated failures and completes all due work.
 * @returns the order
 */
export async function playPaymentScenario(
  site: CardSite,
  monday: TestKitchen,
  { isFar, isDelivery, quantity, actions, losesEvents }: PaymentScenario,
): Promise<PayableCardOrder> {
  const { db, double, as, ask, runJobs, kitchen: near } = site
  const { account, webhooks } = double
  webhooks.isHeld = true
  const at = isFar ? monday : near
  const customer = await addPerson(db)
  const wish = {
    service: isDelivery ? 'delivery' : 'pickup',
    address: isDelivery ? homeAddress : null,
    slotAt: isFar ? mondayNoon(Date.now()) : null,
    lines: [buildLine(at.lemonade, quantity)],
    total: 160 * quantity + (isDelivery ? 250 : 0),
    key: crypto.randomUUID(),
    vId: at.kitchenId,
  }
  const order = await site.placeByCard(customer, wish)
  const { orderId, trackingToken, total } = order
  /** The client secret that the customer's browser has received. */
  let secret: string | null = null

  const owner = async () => ({ id: near.owner.id, ...(await createSessionTokens(db, near.owner.id)) })
  const intents = () => site.paymentsOf(orderId).map(({ intent }) => intent)
  const captured = () => intents().find(({ status }) => status === 'succeeded')
  const leftOf = () =>
    total -
    [...account.refunds.values()]
      .filter(({ payment_intent, status }) => payment_intent === captured()?.id && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)

  const look = async () => {
    const { status, body } = await ask(order)
    if (status >= 500 && body.code !== 'payment_failed') throw new Error(`Looking: ${JSON.stringify(body)}`)
    secret = body.clientSecret ?? secret
  }
  const pay = async (card: keyof typeof testCardNumbers, answer: boolean | null) => {
    if (secret === null) await look()
    if (secret === null || site.charge(secret, testCardNumbers[card]) !== 'asked' || answer === null) return
    const [id = ''] = secret.split('_secret_')
    try {
      account.authenticate(id, answer)
    } catch {
      // With some test cards, the bank refuses the payment after the authentication.
    }
  }
  const moveTo = async (to: string) =>
    as(await owner(), 'POST', `/api/kitchen/${at.kitchenId}/orders/${orderId}/state`, {
      to,
      reason: 'We have run out of gas.',
      ...(to === 'accepted' && { promisedAt: Date.now() + 30 * MINUTE_MS }),
    })

  async function play(action: PaymentAction): Promise<void> {
    switch (action.does) {
      case 'look':
        await Promise.all(Array.from({ length: action.times }, look))
        return
      case 'place again': {
        const again = await site.order(customer, { ...site.draft(wish), payment: 'card' })
        if (again.status === 201 && again.body.order.orderId !== orderId) throw new Error('It is another order.')
        return
      }
      case 'pay':
        return pay(action.card, action.answer)
      case 'pay and accept':
        await pay('good', true)
        await look()
        await moveTo('accepted')
        return
      case 'move':
        await moveTo(action.to)
        return
      case 'cancel':
        await as(null, 'POST', `/api/orders/${orderId}/cancel?token=${trackingToken}`)
        return
      case 'refund': {
        const amount = Math.max(1, Math.round((leftOf() * action.share) / 100))
        const body = { key: crypto.randomUUID(), amount, reason: 'The fries were cold.' }
        const who = await owner()
        const refund = () => as(who, 'POST', `/api/kitchen/${at.kitchenId}/orders/${orderId}/refunds`, body)
        await Promise.all(action.twice ? [refund(), refund()] : [refund()])
        return
      }
      case 'refund at Stripe': {
        const amount = Math.round((leftOf() * action.share) / 100)
        const intent = captured()
        if (intent && amount > 0) account.refund({ intent: intent.id, amount, more: {} })
        return
      }
      case 'bank lets go':
        for (const { id, status } of intents()) if (status === 'requires_capture') account.lose(id)
        return
      case 'events':
        await events(action.how)
        return
      case 'trouble': {
        const { trouble, name, times, isDone } = action
        double.fail(trouble, { ...(name && { name }), times, isDone })
        return
      }
      case 'mend':
        return double.mend()
      case 'wait':
        return void vi.setSystemTime(Date.now() + action.ms)
      case 'jobs':
        return runJobs()
      case 'together':
        await Promise.all(action.actions.map(play))
    }
  }

  /**
   * Returns whether the test may lose an event. Events of refunds and disputes must arrive, because a payment check
   * does not find these changes. The real Stripe repeats an event until it arrives.
   */
  const isLost = ({ type }: { type: string }) => !type.startsWith('refund.') && type !== 'charge.dispute.created'
  async function events(how: Extract<PaymentAction, { does: 'events' }>['how']): Promise<void> {
    if (how === 'drop') webhooks.drop(isLost)
    if (how === 'deliver') await webhooks.deliver()
    if (how === 'reverse') await webhooks.deliver({ order: (some) => some.toReversed() })
    if (how === 'twice') await webhooks.deliver({ times: 2 })
    if (how === 'every other') await webhooks.deliver({ which: (_event, place) => place % 2 === 0 })
  }

  for (const action of actions) await play(action)

  double.mend()
  if (losesEvents) webhooks.drop(isLost)
  await webhooks.deliver({ order: (some) => some.toReversed() })
  for (const { id, status } of account.refunds.values()) if (status === 'pending') account.settleRefund(id, 'succeeded')
  webhooks.drop()
  await goOn(site, orderId)
  return order
}

const LOOKS = 3

/** Advances the clock from one due time to the next, until nothing is due. */
async function goOn(site: CardSite, orderId: string): Promise<void> {
  const { account, webhooks } = site.double
  for (let rounds = 0; rounds < 200; rounds++) {
    await site.runJobs()
    for (const { id, status } of account.refunds.values())
      if (status === 'pending') account.settleRefund(id, 'succeeded')
    webhooks.drop()
    const { state, placed_at, accept_by, check_at } = await site.db
      .selectFrom('orders')
      .innerJoin('payments', 'payments.order_id', 'orders.id')
      .select(['state', 'placed_at', 'accept_by', 'check_at'])
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow()
    // An order may wait for days, with a payment check every ten minutes. After `LOOKS` rounds, the clock therefore
    // jumps to the end of the wait.
    const end = state === 'awaiting_payment' ? placed_at + PAYMENT_DEADLINE_MS : state === 'placed' ? accept_by : null
    const next = end === null || (check_at !== null && rounds < LOOKS) ? check_at : end
    if (next === null) return
    vi.setSystemTime(Math.max(Date.now(), Math.min(next, end ?? next)))
  }
  throw new Error(`Order ${orderId} never comes to rest.`)
}

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '@hobohat/hub/testing'
import type { guestLogin } from '#contract/accounts.ts'
import type { SuccessReplyBody } from '#contract/endpoint.ts'
import type { Item, Kitchen, OrderLineRequest, Service } from '#contract/menu.ts'
import type { placeOrder } from '#contract/ordering.ts'
import { calculateQuote } from '#contract/quote.ts'
import { listSlots } from '#contract/slots.ts'
import type { SeededKitchen } from '../kitchens-seed.ts'
import type { CrashRunRecorder } from './run.ts'

const THINK_MS = 600
const CANCELS = 0.15

/**
 * Simulates a guest until the run is over. The guest reads a menu and sends an order. Until the server answers, the
 * guest repeats the order with the same idempotency key. The guest also cancels some orders.
 */
export async function simulateCustomer(run: CrashRunRecorder, random: Random, number: number): Promise<void> {
  let guests = 0
  // Calls from one IP address are rate-limited, so each guest has its own IP address.
  const address = () => `10.${guests}.${number >> 8}.${number & 255}`
  const becomeGuest = async () => {
    guests++
    const from = address()
    const body = { name: `Guest ${number}`, email: `guest-${number}-${guests}@example.org` }
    return (await run.ask<SuccessReplyBody<typeof guestLogin>>('POST', '/auth/guestcheckout', { from, body })).body
      .token
  }
  let token = await becomeGuest()
  while (!run.isOver) {
    await wait(random.below(THINK_MS))
    const chosen = run.kitchens[random.below(run.kitchens.length)]
    if (!chosen) return
    const order = wantedOrder(await menuOf(run, chosen), random, Date.now())
    if (!order) continue
    const { status, body } = await run.ask<SuccessReplyBody<typeof placeOrder, 201>>('POST', '/api/orders', {
      token,
      from: address(),
      body: order,
    })
    if (status === 201) {
      const { orderId, number: counted, total } = body.order
      run.acknowledged.set(order.key, { orderId, number: counted, vId: chosen.vId, total })
      if (random.chance(CANCELS)) await cancel(run, random, orderId, body.trackingToken)
    } else if (status === 409) run.refused.add(order.key)
    else {
      run.unanswered.add(order.key)
      // When a guest has reached the hourly limit of orders, a new guest continues.
      if (status === 429) token = await becomeGuest()
    }
  }
}

async function menuOf(run: CrashRunRecorder, { slug }: SeededKitchen): Promise<Kitchen> {
  return (await run.ask<Kitchen>('GET', `/api/kitchens/${slug}`)).body
}

async function cancel(run: CrashRunRecorder, random: Random, orderId: string, trackingToken: string): Promise<void> {
  await wait(random.below(THINK_MS))
  const { status } = await run.ask('POST', `/api/orders/${orderId}/cancel?token=${trackingToken}`)
  if (status === 200) run.moves.push({ orderId, to: 'cancelled' })
}

/**
 * Builds a random order from the menu, with the prices that a page would show. Returns null when no item can be
 * ordered.
 */
function wantedOrder(kitchen: Kitchen, random: Random, now: number) {
  const items = kitchen.categories.flatMap((category) => category.items).filter(() => random.chance(0.6))
  const lines = items.map((item) => lineOf(item, random))
  const service = random.pick<Service>(['delivery', 'pickup'])
  const isCapped = kitchen.terms.ordersPerSlot !== null
  const free = isCapped ? listSlots(kitchen, service, now).filter(({ full }) => !full) : []
  const slotAt = free[random.below(Math.min(free.length, 40))]?.at ?? null
  const address = service === 'delivery' ? { address: '1 Test Street', city: 'London', postcode: 'AB1 2CD' } : null
  const { problems, total } = calculateQuote(
    kitchen,
    { service, slotAt, postcode: address?.postcode ?? null, lines },
    now,
  )
  if (problems.length > 0) return null
  const paid = { payment: 'cash', total }
  return { key: randomUUID(), vId: kitchen.terms.vId, service, slotAt, address, lines, ...paid }
}

function lineOf({ itemId, options }: Item, random: Random): OrderLineRequest {
  return {
    itemId,
    quantity: 1 + random.below(2),
    options: options.flatMap(({ optionId, choices }) => {
      const choice = choices[random.below(choices.length)]
      return choice ? [{ optionId, choiceId: choice.id }] : []
    }),
    dietaryRequirements: random.chance(0.2) ? ['No nuts'] : [],
  }
}

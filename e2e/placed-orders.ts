import { type APIRequestContext, expect } from '@playwright/test'
import type { Order, PaymentMethod } from '#contract/ordering.ts'
import type { OpenKitchen } from './kitchens.ts'
import { buildBearerHeader, type Reader } from './readers.ts'

/** An order that a test placed through the API. */
export interface PlacedOrder {
  order: Order
  token: string
  /** The tracking link in the mail to the customer. */
  link: string
}

/** Places an order for a large Double smash without nuts and a Lemonade, for £15.60 including delivery. */
export async function placeDeliveryOrder(
  request: APIRequestContext,
  who: Reader,
  { vId, kitchen }: OpenKitchen,
  payment: PaymentMethod = 'cash',
): Promise<PlacedOrder> {
  const items = kitchen.categories.flatMap((category) => category.items)
  const [smash, lemonade] = ['Double smash', 'Lemonade'].map((name) => items.find((item) => item.name === name))
  const size = smash?.options[0]
  const options = [{ optionId: size?.optionId, choiceId: size?.choices.find(({ name }) => name === 'Large')?.id }]
  const answer = await request.post('/api/orders', {
    headers: buildBearerHeader(who),
    data: {
      key: crypto.randomUUID(),
      vId,
      service: 'delivery',
      slotAt: null,
      payment,
      total: 950 + 200 + 160 + 250,
      phone: '+44 20 7946 0001',
      note: 'Ring twice',
      address: { address: '1 Hat Lane', city: 'London', postcode: 'N1 1AA' },
      lines: [
        { itemId: smash?.itemId, quantity: 1, options, dietaryRequirements: ['No nuts'] },
        { itemId: lemonade?.itemId, quantity: 1, options: [], dietaryRequirements: [] },
      ],
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { order, trackingToken: token } = await answer.json()
  return { order, token, link: `/orders/${order.orderId}#token=${token}` }
}

/** Moves an order through the API, as its kitchen does on the board. */
export async function sendOrderMove(
  request: APIRequestContext,
  { vId, owner }: OpenKitchen,
  { orderId, promisedAt }: Order,
  to: Order['state'],
): Promise<void> {
  const answer = await request.post(`/api/kitchen/${vId}/orders/${orderId}/state`, {
    headers: buildBearerHeader(owner),
    data: { to, reason: 'No cook', ...(to === 'accepted' && { promisedAt, acknowledged: ['No nuts'] }) },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

import type { Role } from '#contract/accounts.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import type { OrderLineRequest } from '#contract/menu.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Order } from '#contract/ordering.ts'
import type { AppOptions } from '../app.ts'
import type { VendorsTable } from '../db/ordering-tables.ts'
import { createKitchen, type TestKitchen } from './kitchens.ts'
import { addPerson } from './people.ts'
import { createTestSite } from './site.ts'

/** Somebody who makes calls. */
export interface Person {
  id: string
  token: string
}

/** The request that places an order. */
export type Draft = Record<string, unknown> & { key: string; vId: string; total: number }

export const home = { address: '12 Kettle Row', city: 'Averham', postcode: 'AB1 2CD' }

/** One of an item without anything to choose. */
export const lineOf = ({ itemId }: { itemId: string }, quantity = 1): OrderLineRequest => ({
  itemId,
  quantity,
  options: [],
  dietaryRequirements: [],
})

/** A site with Ada the admin, Nora who reads, Gus the guest and a kitchen of Olive’s: what tests of orders do with it. */
export async function createOrderSite({
  kitchen: columns = {},
  ...options
}: Partial<AppOptions> & { kitchen?: Partial<VendorsTable> & { portions?: number | null } } = {}) {
  const site = await createTestSite(options)
  const { db, call } = site
  const person = (name: string, roles: Role[] = []) =>
    addPerson(db, { name, email: `${name.toLowerCase()}@example.org`, roles, isProved: roles.includes('Admin') })
  const [ada, nora, gus] = [await person('Ada', ['Admin']), await person('Nora'), await person('Gus', ['Guest'])]
  const kitchen = await createKitchen(site, columns)

  /** Makes a call as somebody. @returns status and body */
  const as = async (who: Person | null, method: string, url: string, body?: unknown) => {
    const answer = await call(method, url, { ...(who && { token: who.token }), ...(body !== undefined && { body }) })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }
  /** Two lemonades to be picked up, £3.20, unless told otherwise. */
  const draft = (more: Record<string, unknown> = {}, at: TestKitchen = kitchen): Draft => ({
    key: crypto.randomUUID(),
    vId: at.kitchenId,
    service: 'pickup',
    slotAt: null,
    address: null,
    lines: [lineOf(at.lemonade, 2)],
    total: 320,
    payment: 'cash',
    ...more,
  })
  /** Places an order, which must be taken. */
  const place = async (
    who: Person,
    more: Record<string, unknown> = {},
    at: TestKitchen = kitchen,
  ): Promise<{ order: Order; trackingToken: string }> => {
    const answer = await as(who, 'POST', '/api/orders', draft(more, at))
    if (answer.status !== 201) throw new Error(`The order was not taken: ${JSON.stringify(answer)}`)
    return answer.body
  }
  /** Wishes to move an order, the kitchen's owner unless told otherwise. */
  const move = (orderId: string, to: OrderState, more: Record<string, unknown> = {}, who: Person = kitchen.owner) =>
    as(who, 'POST', `/api/kitchen/${kitchen.kitchenId}/orders/${orderId}/state`, {
      to,
      ...(to === 'accepted' && { promisedAt: Date.now() + 30 * MINUTE_MS }),
      ...((to === 'rejected' || to === 'cancelled') && { reason: 'We have run out of gas.' }),
      ...more,
    })

  return {
    ...site,
    ada,
    nora,
    gus,
    olive: kitchen.owner,
    kitchen,
    person,
    as,
    draft,
    place,
    move,
    /** Tries to place an order. */
    order: (who: Person, body: unknown) => as(who, 'POST', '/api/orders', body),
    /** Moves an order on and on, each of which must be possible. */
    moveOn: async (orderId: string, ...states: OrderState[]): Promise<Order> => {
      let last: Awaited<ReturnType<typeof move>> | undefined
      for (const state of states) {
        last = await move(orderId, state)
        if (last.status !== 200) throw new Error(`It does not become ${state}: ${JSON.stringify(last)}`)
      }
      return last?.body
    },
    portionsLeft: async ({ itemId }: { itemId: string } = kitchen.fries) => {
      const row = await db.selectFrom('menu_items').select('portions_left').where('id', '=', itemId).executeTakeFirst()
      return row?.portions_left
    },
    orders: () => db.selectFrom('orders').selectAll().orderBy('id').execute(),
    history: () => db.selectFrom('order_events').selectAll().orderBy('order_id').orderBy('version').execute(),
  }
}

export type OrderSite = Awaited<ReturnType<typeof createOrderSite>>

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

/** The account id and access token with which a test makes calls. */
export interface TestUser {
  id: string
  token: string
}

/** The request that places an order. */
export type OrderRequestBody = Record<string, unknown> & { key: string; vId: string; total: number }

export const homeAddress = { address: '12 Kettle Row', city: 'Averham', postcode: 'AB1 2CD' }

/** Returns the line for an item without options. */
export const buildLine = ({ itemId }: { itemId: string }, quantity = 1): OrderLineRequest => ({
  itemId,
  quantity,
  options: [],
  dietaryRequirements: [],
})

/**
 * Creates a site with the admin Ada, the reader Nora, the guest Gus and a kitchen that Olive owns. Returns the site
 * with functions for tests of orders.
 */
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

  /** Makes a call as a person, or as a visitor when `who` is null. @returns status and body */
  const as = async (who: TestUser | null, method: string, url: string, body?: unknown) => {
    const answer = await call(method, url, { ...(who && { token: who.token }), ...(body !== undefined && { body }) })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }
  /** Returns the request for an order; by default two lemonades for pickup, £3.20. */
  const draft = (more: Record<string, unknown> = {}, at: TestKitchen = kitchen): OrderRequestBody => ({
    key: crypto.randomUUID(),
    vId: at.kitchenId,
    service: 'pickup',
    slotAt: null,
    address: null,
    lines: [buildLine(at.lemonade, 2)],
    total: 320,
    payment: 'cash',
    ...more,
  })
  /** Places an order. Fails when it is refused. */
  const place = async (
    who: TestUser,
    more: Record<string, unknown> = {},
    at: TestKitchen = kitchen,
  ): Promise<{ order: Order; trackingToken: string }> => {
    const answer = await as(who, 'POST', '/api/orders', draft(more, at))
    if (answer.status !== 201) throw new Error(`The order was not taken: ${JSON.stringify(answer)}`)
    return answer.body
  }
  /** Sends the request that moves an order to a state. By default, the owner of the kitchen sends it. */
  const move = (orderId: string, to: OrderState, more: Record<string, unknown> = {}, who: TestUser = kitchen.owner) =>
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
    order: (who: TestUser, body: unknown) => as(who, 'POST', '/api/orders', body),
    /** Moves an order to each of these states, one after another. Fails when a move is refused. */
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

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DeskKitchen } from '#contract/desk-kitchens.ts'
import { orderStates } from '#contract/order-states.ts'
import { createKitchen } from '../../../testing/kitchens.ts'
import { createOrderSite } from '../../../testing/orders.ts'

async function deskSite() {
  const site = await createOrderSite()
  const ask = (method: string, path: string, body?: unknown) => site.as(site.ada, method, `/api/desk${path}`, body)
  const list = async (): Promise<DeskKitchen[]> => (await ask('GET', '/kitchens')).body.kitchens
  const logged = async () =>
    ((await ask('GET', '/log')).body.entries as Record<string, string>[]).map(({ actor, action, target, detail }) =>
      [actor, action, target, detail].join(' | '),
    )
  return { ...site, ask, list, logged }
}

test('only admins can read and change kitchens and orders at the desk', async () => {
  const { as, nora, gus, olive, kitchen, list } = await deskSite()
  const before = await list()
  for (const [method, path] of [
    ['GET', '/kitchens'],
    ['POST', '/kitchens'],
    ['PUT', `/kitchens/${kitchen.kitchenId}/status`],
    ['PUT', `/kitchens/${kitchen.kitchenId}/commission`],
    ['DELETE', `/kitchens/${kitchen.kitchenId}`],
    ['GET', '/orders'],
  ] as const) {
    expect((await as(null, method, `/api/desk${path}`)).body.code).toBe('unauthenticated')
    for (const who of [nora, gus, olive])
      expect([path, (await as(who, method, `/api/desk${path}`)).body.code]).toEqual([path, 'forbidden'])
  }
  expect(await list()).toEqual(before)
})

test('a kitchen that an admin creates at the desk is active at once, and the named reader becomes its owner and a partner', async () => {
  const { ask, list, call, as, nora, logged, kitchen } = await deskSite()
  const named = { name: 'Noodle bar', slug: 'noodle-bar', timezone: 'Europe/Berlin', currency: 'EUR' }
  const { status, body } = await ask('POST', '/kitchens', { ...named, owner: 'Nora@example.org' })
  expect([status, body]).toMatchObject([
    201,
    {
      name: 'Noodle bar',
      status: 'active',
      sample: false,
      items: 0,
      orders: 0,
      owners: [{ userId: nora.id, name: 'Nora' }],
    },
  ])
  expect((await list()).map(({ slug }) => slug)).toEqual(['noodle-bar', kitchen.slug])
  expect((await call('GET', '/api/kitchens/noodle-bar')).statusCode).toBe(200)
  expect((await as(nora, 'GET', `/api/kitchen/${body.vId}`)).body.role).toBe('owner')
  expect((await as(nora, 'GET', '/auth/current-user')).body.roles).toEqual(['Partner'])
  expect(await logged()).toEqual(['Ada | role granted | Nora | Partner', 'Ada | kitchen created | Noodle bar | '])
  for (const [code, change] of [
    ['slug_taken', {}],
    ['slug_invalid', { slug: 'No' }],
    ['name_missing', { name: '' }],
    ['name_too_long', { name: 'x'.repeat(81) }],
    ['time_zone_unknown', { timezone: 'Nowhere' }],
    ['currency_unknown', { currency: 'ABC' }],
    ['email_invalid', { owner: 'nora' }],
    ['no_such_reader', { owner: 'gus@example.org', slug: 'new-one' }],
  ] as const)
    expect([
      code,
      (await ask('POST', '/kitchens', { ...named, owner: 'nora@example.org', ...change })).body.code,
    ]).toEqual([code, code])
  expect(await list()).toHaveLength(2)
})

test('suspending a kitchen hides the kitchen, keeps its open orders, and mails the reason to its owners', async () => {
  const { ask, call, kitchen, mails, logged, place, nora, move, order, draft } = await deskSite()
  const put = (status: string, reason = '') => ask('PUT', `/kitchens/${kitchen.kitchenId}/status`, { status, reason })
  const { order: open } = await place(nora)
  const mailed = (await mails()).length
  const reason = 'No hygiene <b>certificate</b>\u202e'
  expect((await put('suspended', reason)).body).toMatchObject({ status: 'suspended', orders: 1, items: 3 })
  expect((await call('GET', `/api/kitchens/${kitchen.slug}`)).statusCode).toBe(404)
  expect((await order(nora, draft())).body.code).toBe('not_found')
  expect((await move(open.orderId, 'accepted')).status).toBe(200)
  const told = async () => (await mails()).slice(mailed).filter(({ subject }) => /suspended|open to/.test(subject))
  const [mail] = await told()
  expect(mail?.subject).toBe('Test Kitchen has been suspended')
  expect(mail?.text).toContain('write to sicherheit@nebelhorn.example')
  expect(mail?.text).toContain('The reason: No hygiene <b>certificate</b>\n')
  expect(mail?.html).toContain('No hygiene &lt;b&gt;certificate&lt;/b&gt;')
  await put('suspended', 'again')
  await put('active')
  expect((await told()).map(({ subject }) => subject).slice(1)).toEqual(['Test Kitchen is open to customers'])
  expect((await call('GET', `/api/kitchens/${kitchen.slug}`)).statusCode).toBe(200)
  expect(await logged()).toEqual([
    'Ada | kitchen opened | Test Kitchen | ',
    'Ada | kitchen suspended | Test Kitchen | No hygiene <b>certificate</b>',
  ])
  expect((await put('pending')).body.code).toBe('bad_request')
  expect((await ask('PUT', `/kitchens/${randomUUID()}/status`, { status: 'active' })).body.code).toBe('not_found')
})

test('an admin who has not recently confirmed their password cannot create or delete a kitchen', async () => {
  const { createReader, as, list, kitchen } = await deskSite()
  const { userId: id, accessToken: token } = await createReader('root@example.org', { roles: ['Admin'] })
  const before = await list()
  const named = { name: 'Noodle bar', slug: 'noodle-bar', timezone: 'Europe/Berlin', currency: 'EUR' }
  for (const answer of [
    await as({ id, token }, 'POST', '/api/desk/kitchens', { ...named, owner: 'nora@example.org' }),
    await as({ id, token }, 'DELETE', `/api/desk/kitchens/${kitchen.kitchenId}`),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  expect(await list()).toEqual(before)
})

test('a kitchen with orders cannot be deleted, except the sample kitchen', async () => {
  const { ask, list, db, kitchen, place, move, nora, logged } = await deskSite()
  const empty = await createKitchen({ db }, { name: 'Empty' })
  expect((await ask('DELETE', `/kitchens/${empty.kitchenId}`)).status).toBe(204)
  expect(await list()).toMatchObject([{ deletable: true }])
  const { order } = await place(nora)
  await move(order.orderId, 'rejected')
  // A rejected order is not a sale, but the kitchen still has an order and cannot be deleted.
  expect(await list()).toMatchObject([{ orders: 0, deletable: false }])
  expect((await ask('DELETE', `/kitchens/${kitchen.kitchenId}`)).body.code).toBe('in_use')
  await db.updateTable('vendors').set({ is_sample: 1 }).where('id', '=', kitchen.kitchenId).execute()
  expect(await list()).toMatchObject([{ deletable: true }])
  expect((await ask('DELETE', `/kitchens/${kitchen.kitchenId}`)).status).toBe(204)
  expect(await list()).toEqual([])
  for (const table of ['orders', 'order_events', 'menu_items', 'vendor_members'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await ask('DELETE', `/kitchens/${kitchen.kitchenId}`)).body.code).toBe('not_found')
  expect(await logged()).toEqual(['Ada | kitchen deleted | Test Kitchen | ', 'Ada | kitchen deleted | Empty | '])
})

test('the sample kitchen cannot be deleted while an order is not finished, and the refused deletion leaves the order unchanged', async () => {
  const { ask, as, list, db, kitchen, place, move, nora } = await deskSite()
  await db.updateTable('vendors').set({ is_sample: 1 }).where('id', '=', kitchen.kitchenId).execute()
  const { order } = await place(nora)
  const remove = () => ask('DELETE', `/kitchens/${kitchen.kitchenId}`)
  expect(await list()).toMatchObject([{ sample: true, deletable: false }])
  expect(await remove()).toMatchObject({
    status: 409,
    body: { code: 'in_use', message: expect.stringContaining('Finish or reject its open orders') },
  })
  expect((await as(nora, 'GET', `/api/orders/${order.orderId}`)).body.state).toBe('placed')
  await move(order.orderId, 'rejected')
  expect((await remove()).status).toBe(204)
})

test.each(['pending', 'failed', 'authorised', 'captured', 'partially_refunded'] as const)(
  'the sample kitchen cannot be deleted while a card payment is %s, because a customer may lose money',
  async (state) => {
    const { ask, list, db, kitchen, place, nora } = await deskSite()
    await db.updateTable('vendors').set({ is_sample: 1 }).where('id', '=', kitchen.kitchenId).execute()
    await place(nora)
    await db.updateTable('orders').set({ state: 'collected', payment: 'card', payment_state: state }).execute()
    expect(await list()).toMatchObject([{ sample: true, deletable: false }])
    expect(await ask('DELETE', `/kitchens/${kitchen.kitchenId}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', message: expect.stringContaining('refund those that were paid by card, first.') },
    })
    await db.updateTable('orders').set({ payment_state: 'refunded' }).execute()
    expect((await ask('DELETE', `/kitchens/${kitchen.kitchenId}`)).status).toBe(204)
  },
)

test('the desk finds orders by number, customer and kitchen, and filters and counts them by state', async () => {
  const { ask, place, moveOn, nora, gus, kitchen, as, ...site } = await deskSite()
  const other = await createKitchen(site, { name: 'Ångström Café' })
  const first = (await place(nora)).order
  const second = (await place(gus)).order
  const third = (await place(nora, {}, other)).order
  await moveOn(first.orderId, 'accepted', 'preparing', 'ready', 'collected')
  await as(nora, 'POST', `/api/orders/${third.orderId}/cancel`)
  const find = async (query: Record<string, string>) => {
    const { body } = await ask('GET', `/orders?${new URLSearchParams(query)}`)
    return (body.orders as { orderId: string }[]).map(({ orderId }) =>
      [first, second, third].findIndex((one) => one.orderId === orderId),
    )
  }
  for (const [query, found] of [
    [{}, [2, 1, 0]],
    [{ search: 'NORA' }, [2, 0]],
    [{ search: 'gus@example' }, [1]],
    [{ search: 'ångström café' }, [2]],
    [{ search: '#2' }, [1]],
    [{ search: 'test 1' }, [0]],
    [{ search: '%' }, []],
    [{ search: '\u0000' }, [2, 1, 0]],
    [{ search: '99999999999999999999' }, []],
    [{ filter: 'open' }, [1]],
    [{ filter: 'done' }, [0]],
    [{ filter: 'lost', search: 'nora' }, [2]],
    [{ cursor: second.orderId }, [0]],
  ] as const)
    expect([query, await find(query)]).toEqual([query, found])
  const { body } = await ask('GET', '/orders?filter=open')
  const none = Object.fromEntries(orderStates.map((state) => [state, 0]))
  expect(body.counts).toEqual({ ...none, collected: 1, placed: 1, cancelled: 1 })
  expect(body.orders[0]).toMatchObject({
    number: 2,
    currency: 'GBP',
    total: 320,
    state: 'placed',
    service: 'pickup',
    customer: { name: 'Gus', guest: true },
    vendor: { vId: kitchen.kitchenId, name: 'Test Kitchen' },
  })
  expect(JSON.stringify(body)).not.toContain('racking')
  await createKitchen(site, { status: 'pending' })
  const alert = { id: crypto.randomUUID(), kind: 'disputed', subject: 'a', order_id: null, detail: '', at: 1 } as const
  await site.db
    .insertInto('payment_alerts')
    .values([
      { ...alert, seen_at: null },
      { ...alert, id: crypto.randomUUID(), seen_at: 2 },
    ])
    .execute()
  expect((await ask('GET', '/inbox')).body.waiting).toMatchObject({ kitchen: 1, payment: 1 })
  const kitchens: DeskKitchen[] = (await ask('GET', '/kitchens')).body.kitchens
  // Pending kitchens come first.
  expect(kitchens.map(({ status, orders }) => [status, orders])).toEqual([
    ['pending', 0],
    ['active', 2],
    ['active', 0],
  ])
  expect((await ask('GET', '/orders?filter=none')).body.code).toBe('bad_request')
})

test('the desk sets a commission from 0 to 50 per cent, and logs the change once', async () => {
  const { ask, kitchen, list, logged } = await deskSite()
  const path = `/kitchens/${kitchen.kitchenId}/commission`
  for (const rate of [1250, 1250])
    expect(await ask('PUT', path, { rate })).toMatchObject({ status: 200, body: { commissionRate: 1250 } })
  expect((await list())[0]?.commissionRate).toBe(1250)
  expect(await logged()).toEqual(['Ada | commission changed | Test Kitchen | 0 → 12.5 per cent'])
  for (const [rate, code] of [
    [-1, 'amount_invalid'],
    [5001, 'amount_invalid'],
    [1e9, 'amount_invalid'],
    [12.5, 'bad_request'],
    ['1250', 'bad_request'],
    [null, 'bad_request'],
  ])
    expect(await ask('PUT', path, { rate })).toMatchObject({ status: 400, body: { code } })
  expect((await ask('PUT', `/kitchens/${randomUUID()}/commission`, { rate: 1 })).body.code).toBe('not_found')
  expect((await ask('PUT', '/kitchens/1/commission', { rate: 1 })).body.code).toBe('bad_request')
  for (const rate of [0, 5000]) expect((await ask('PUT', path, { rate })).body.commissionRate).toBe(rate)
})

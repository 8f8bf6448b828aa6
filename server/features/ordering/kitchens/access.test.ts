import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createKitchen, type TestKitchen } from '../../../testing/kitchens.ts'
import { addPerson } from '../../../testing/people.ts'
import { createTestSite } from '../../../testing/site.ts'

const settings = {
  name: 'Kitchen',
  timezone: 'Europe/London',
  currency: 'GBP',
  services: ['pickup'],
  ordersPerSlot: null,
  prepMinutes: 20,
  acceptWithinMinutes: 10,
  deliveryFee: 0,
  deliveryFreeOrdersOver: null,
  minimumOrder: 0,
}
const later = () => Date.now() + 3_600_000
const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#c03' } })
  .png()
  .toBuffer()

type Call = [method: string, path: string, body?: unknown, type?: string]
type Calls = Record<string, (kitchen: TestKitchen, mains: string) => Call>

/** The calls that every member of a kitchen may make. */
const members: Calls = {
  'read it': () => ['GET', ''],
  'pause it': () => ['PUT', '/pause', { until: later() }],
  'be in a rush': () => ['PUT', '/rush', { minutes: 20, until: later() }],
  'say what is sold out': ({ burger }) => ['PUT', `/items/${burger.itemId}/sold-out`, { until: later() }],
}
/** The calls that only owners may make. */
const owners: Calls = {
  'save settings': ({ slug }) => ['PUT', '', { ...settings, slug: slug.slice(0, 40) }],
  'save hours': () => ['PUT', '/hours', { weekly: [], special: [] }],
  'save zones': () => ['PUT', '/zones', { zones: [] }],
  'add a member': () => ['POST', '/members', { email: 'helper@example.org', role: 'staff' }],
  'withdraw an invitation': () => ['DELETE', `/invitations/${randomUUID()}`],
  'remove a member': () => ['DELETE', `/members/${randomUUID()}`],
  'add a category': () => ['POST', '/categories', { name: 'Puddings' }],
  'rename a category': (_, mains) => ['PUT', `/categories/${mains}`, { name: 'Burgers' }],
  'order the menu': () => ['PUT', '/menu-order', { categories: [] }],
  'add an item': (_, mains) => ['POST', '/items', { categoryId: mains, name: 'Pie', price: 300 }],
  'change an item': ({ fries }, mains) => [
    'PUT',
    `/items/${fries.itemId}`,
    { categoryId: mains, name: 'Chips', price: 300 },
  ],
  'give it a picture': ({ burger }) => ['PUT', `/items/${burger.itemId}/picture`, png, 'image/png'],
  'take the picture away': ({ burger }) => ['DELETE', `/items/${burger.itemId}/picture`],
  'remove an item': ({ lemonade }) => ['DELETE', `/items/${lemonade.itemId}`],
  'remove a category': (_, mains) => ['DELETE', `/categories/${mains}`],
}

test('the role of a user in a kitchen decides which calls the user may make, and an admin may make all calls', async () => {
  const site = await createTestSite()
  const person = (...roles: ('Admin' | 'Partner' | 'Guest')[]) => addPerson(site.db, { roles })
  await addPerson(site.db, { email: 'helper@example.org' })
  const staff = await person()
  const others = { guest: await person('Guest'), reader: await person(), partner: await person('Partner') }
  await createKitchen(site, { owner: others.partner })
  const people = { nobody: undefined, ...others, staff, owner: null, admin: await person('Admin') }
  const kitchenOf = async () => {
    const kitchen = await createKitchen(site)
    const membership = { vendor_id: kitchen.kitchenId, user_id: staff.id, role: 'staff' as const, created_at: 1 }
    await site.db.insertInto('vendor_members').values(membership).execute()
    const { id } = await site.db
      .selectFrom('menu_categories')
      .select('id')
      .where('vendor_id', '=', kitchen.kitchenId)
      .orderBy('position')
      .executeTakeFirstOrThrow()
    return { kitchen, mains: id }
  }

  for (const [who, somebody] of Object.entries(people)) {
    const { kitchen, mains } = await kitchenOf()
    const token = somebody === null ? kitchen.owner.token : somebody?.token
    for (const [what, call] of [...Object.entries(members), ...Object.entries(owners)]) {
      const [method, path, body, type = 'application/json'] = call(kitchen, mains)
      const answer = await site.app.inject({
        method: method as 'PUT',
        url: `/api/kitchen/${kitchen.kitchenId}${path}`,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body ? { 'content-type': type } : {}) },
        ...(body ? { payload: body as object } : {}),
      })
      const mine = who === 'owner' || who === 'admin' || (who === 'staff' && what in members)
      // These two calls contain an id that no member and no invitation has.
      const fine = what === 'remove a member' || what === 'withdraw an invitation' ? 'not_found' : 'ok'
      const refused = { nobody: 'unauthenticated', guest: 'forbidden', staff: 'forbidden' }[who] ?? 'not_found'
      const got = answer.statusCode < 300 ? 'ok' : answer.json().code
      expect([who, what, got]).toEqual([who, what, mine ? fine : refused])
    }
  }
})

test('lists the kitchens where a user works, and all kitchens for an admin; only partners and admins may create a kitchen', async () => {
  const site = await createTestSite()
  const own = await createKitchen(site, { name: 'Own', status: 'pending' })
  const other = await createKitchen(site, { name: 'Other' })
  const admin = await addPerson(site.db, { roles: ['Admin'] })
  const reader = await addPerson(site.db)
  const list = async ({ token }: { token: string }) => (await site.call('GET', '/api/kitchen', { token })).json()
  expect(await list(own.owner)).toEqual({
    kitchens: [{ vId: own.kitchenId, slug: own.slug, name: 'Own', status: 'pending', role: 'owner' }],
    invitations: [],
    mayCreate: true,
  })
  expect(await list(reader)).toEqual({ kitchens: [], invitations: [], mayCreate: false })
  expect(await list(admin)).toMatchObject({
    kitchens: [
      { vId: other.kitchenId, role: null },
      { vId: own.kitchenId, role: null },
    ],
    mayCreate: true,
  })
  const begin = (token: string) =>
    site.call('POST', '/api/kitchen', {
      token,
      body: { name: 'New', slug: 'new-one', timezone: 'Asia/Tokyo', currency: 'JPY' },
    })
  expect((await begin(reader.token)).json().code).toBe('forbidden')
  const begun = await begin(own.owner.token)
  expect([begun.statusCode, begun.json()]).toMatchObject([
    201,
    { status: 'pending', role: 'owner', terms: { slug: 'new-one', currency: 'JPY' }, members: [{ role: 'owner' }] },
  ])
  expect((await begin(admin.token)).json().code).toBe('slug_taken')
})

test('answers 404 for ids of another kitchen in paths and bodies', async () => {
  const site = await createTestSite()
  const { kitchenId: vId, burger, owner } = await createKitchen(site)
  const other = await createKitchen(site)
  const idsOf = async (id: string) => {
    const kitchen = (
      await site.call('GET', `/api/kitchen/${id}`, { token: id === vId ? owner.token : other.owner.token })
    ).json()
    return kitchen.categories.map((category: { id: string }) => category.id)
  }
  const [mains] = await idsOf(vId)
  const [foreign] = await idsOf(other.kitchenId)
  const pie = { name: 'Pie', price: 300 }
  const calls: Call[] = [
    ['PUT', `/categories/${foreign}`, { name: 'Mine' }],
    ['DELETE', `/categories/${foreign}`],
    ['POST', '/items', { ...pie, categoryId: foreign }],
    ['PUT', `/items/${burger.itemId}`, { ...pie, categoryId: foreign }],
    ['POST', '/categories', { id: foreign, name: 'Sides' }],
    ['POST', '/items', { ...pie, categoryId: mains, itemId: other.burger.itemId }],
    ['PUT', `/items/${other.burger.itemId}`, { ...pie, categoryId: mains }],
    ['DELETE', `/items/${other.burger.itemId}`],
    ['DELETE', `/items/${other.burger.itemId}/picture`],
    ['PUT', `/items/${other.burger.itemId}/sold-out`, { until: later() }],
    ['PUT', `/items/${burger.itemId}/sold-out`, { until: later(), choiceId: other.burger.options[0]?.choices[0]?.id }],
    ['PUT', '/menu-order', { categories: [{ id: foreign, items: [] }] }],
    ['PUT', '/menu-order', { categories: [{ id: mains, items: [other.burger.itemId] }] }],
    ['DELETE', `/members/${other.owner.id}`],
  ]
  for (const [method, path, body] of calls) {
    const answer = await site.call(method, `/api/kitchen/${vId}${path}`, { token: owner.token, body })
    expect([method, path, answer.json().code]).toEqual([method, path, 'not_found'])
  }
  expect(await idsOf(other.kitchenId)).toContain(foreign)
})

test('the log names each change that an admin makes in the kitchen of somebody else, and no change by its members', async () => {
  const site = await createTestSite()
  const ada = await addPerson(site.db, { name: 'Ada', roles: ['Admin'] })
  const kitchen = await createKitchen(site, { name: 'Corner' })
  const change = (token: string, [method, path, body]: Call) =>
    site.call(method, `/api/kitchen/${kitchen.kitchenId}${path}`, { token, body })
  const pause: Call = ['PUT', '/pause', { until: null }]
  for (const call of [pause, ['DELETE', `/items/${kitchen.fries.itemId}`] satisfies Call])
    expect((await change(ada.token, call)).statusCode).toBe(200)
  expect((await change(ada.token, ['DELETE', `/items/${kitchen.fries.itemId}`])).statusCode).toBe(404)
  expect((await change(kitchen.owner.token, pause)).statusCode).toBe(200)
  const log = site.db.selectFrom('audit_log').select(['actor_id', 'action', 'target_id', 'target_name', 'detail'])
  const entry = { actor_id: ada.id, action: 'kitchen changed', target_id: kitchen.kitchenId, target_name: 'Corner' }
  expect(await log.orderBy('id').execute()).toEqual([
    { ...entry, detail: 'pause' },
    { ...entry, detail: 'items' },
  ])
})

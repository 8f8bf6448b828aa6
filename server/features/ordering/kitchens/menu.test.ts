import { randomUUID } from 'node:crypto'
import type { InsertQueryNode, KyselyPlugin, PrimitiveValueListNode, ValuesNode } from 'kysely'
import { expect, test } from 'vitest'
import type { ManagedCategory, ManagedKitchen } from '#contract/kitchen.ts'
import { AMOUNT_MAX_MINOR_UNITS, MENU_CATEGORIES_MAX, MENU_ITEMS_MAX } from '#contract/ordering-limits.ts'
import { createId } from '../../../db/ids.ts'
import { createOrderSite } from '../../../testing/orders.ts'
import { reorderMenu } from './categories.ts'

/** Creates a kitchen with two categories, and functions for calls by its owner. */
async function menuSite() {
  const site = await createOrderSite()
  const { kitchenId: vId } = site.kitchen
  const ask = (method: string, path: string, body?: unknown) =>
    site.as(site.olive, method, `/api/kitchen/${vId}${path}`, body)
  const menu = async (): Promise<ManagedCategory[]> => (await ask('GET', '')).body.categories
  const [mains, drinks] = (await menu()).map(({ id }) => id)
  return { ...site, vId, ask, menu, mains: mains ?? '', drinks: drinks ?? '' }
}

const namesOf = (categories: readonly ManagedCategory[]) =>
  categories.map(({ name, items }) => [name, ...items.map((item) => item.name)])

const choices = (...adjustments: number[]) =>
  adjustments.map((priceAdjustment, at) => ({ name: `Choice ${at}`, priceAdjustment }))
const option = (min: number, max: number, ...adjustments: number[]) => ({
  name: 'Option',
  min,
  max,
  choices: choices(...adjustments),
})

test('a new category comes last, can be renamed, and is removed together with its items', async () => {
  const { ask, menu, mains } = await menuSite()
  const added = await ask('POST', '/categories', { name: ' Puddings\u202e ' })
  expect([added.status, namesOf(added.body.categories).at(-1)]).toEqual([201, ['Puddings']])
  await ask('PUT', `/categories/${mains}`, { name: 'Burgers' })
  expect(namesOf(await menu())).toEqual([
    ['Burgers', 'Double smash', 'Loaded fries'],
    ['Drinks', 'Lemonade'],
    ['Puddings'],
  ])
  expect((await ask('DELETE', `/categories/${mains}`)).status).toBe(200)
  expect(namesOf(await menu())).toEqual([['Drinks', 'Lemonade'], ['Puddings']])
  for (const [name, code] of [
    ['', 'name_missing'],
    ['\u200b', 'name_missing'],
    ['x'.repeat(81), 'name_too_long'],
  ])
    for (const [method, path] of [
      ['POST', '/categories'],
      ['PUT', `/categories/${added.body.categories.at(-1).id}`],
    ] as const)
      expect((await ask(method, path, { name })).body.code).toBe(code)
  for (const id of [mains, randomUUID()]) {
    expect((await ask('PUT', `/categories/${id}`, { name: 'Gone' })).body.code).toBe('not_found')
    expect((await ask('DELETE', `/categories/${id}`)).body.code).toBe('not_found')
  }
})

test('a new item comes last in its category, can be hidden from customers, and can move to another category', async () => {
  const { ask, menu, mains, drinks, call, kitchen } = await menuSite()
  const pie = { name: 'Pie', description: 'Hot.', price: 300, available: false, allergens: ['gluten', 'gluten'] }
  const { status, body } = await ask('POST', '/items', { ...pie, categoryId: mains, options: [option(1, 2, 0, 50)] })
  expect([status, namesOf(body.categories)[0]]).toEqual([201, ['Mains', 'Double smash', 'Loaded fries', 'Pie']])
  expect(body.categories[0].items[2]).toMatchObject({ ...pie, itemId: body.itemId, allergens: ['gluten'] })
  const seen = (await call('GET', `/api/kitchens/${kitchen.slug}`)).json()
  expect(namesOf(seen.categories)).toEqual([
    ['Mains', 'Double smash', 'Loaded fries'],
    ['Drinks', 'Lemonade'],
  ])
  await ask('PUT', `/items/${body.itemId}`, { ...pie, categoryId: drinks, available: true })
  expect(namesOf(await menu())[1]).toEqual(['Drinks', 'Lemonade', 'Pie'])
  expect((await ask('DELETE', `/items/${body.itemId}`)).status).toBe(200)
  expect((await ask('DELETE', `/items/${body.itemId}`)).body.code).toBe('not_found')
})

test('options and choices keep their ids when their item changes; a new option or choice, or a duplicated id, gets a new id', async () => {
  const { ask, mains, kitchen } = await menuSite()
  const { burger } = kitchen
  const [size, extras] = burger.options
  if (!size || !extras) throw new Error('The burger has no options.')
  const foreign = randomUUID()
  const answer = await ask('PUT', `/items/${burger.itemId}`, {
    categoryId: mains,
    name: 'Double smash',
    price: 950,
    options: [
      { ...extras, choices: [...extras.choices.toReversed(), { ...extras.choices[0], name: 'Twice' }] },
      { ...size, optionId: foreign, choices: [{ ...size.choices[0], id: foreign }, size.choices[1]] },
      { ...extras, max: 1, choices: [{ name: 'New' }] },
    ],
  })
  const [first, second, third] = answer.body.categories[0].items[0].options
  const ids = (one: { choices: { id: string }[] }) => one.choices.map(({ id }) => id)
  expect(first.optionId).toBe(extras.optionId)
  expect(ids(first).slice(0, 3)).toEqual(ids(extras).toReversed())
  expect(ids(second)[1]).toBe(size.choices[1]?.id)
  const all = [first, second, third].flatMap((one) => [one.optionId, ...ids(one)])
  expect(new Set(all).size).toBe(all.length)
  expect(all).not.toContain(foreign)
})

test('an item that is sent twice, because the first reply was lost, is added once', async () => {
  const { ask, menu, mains } = await menuSite()
  const pie = { itemId: randomUUID(), categoryId: mains, name: 'Pie', price: 300 }
  for (const price of [300, 350]) {
    const { status, body } = await ask('POST', '/items', { ...pie, price })
    expect([status, body.itemId]).toEqual([201, pie.itemId])
  }
  expect(namesOf(await menu())[0]).toEqual(['Mains', 'Double smash', 'Loaded fries', 'Pie'])
  expect((await menu())[0]?.items[2]?.price).toBe(350)
})

test('a category that is sent twice, because the first reply was lost, is added once', async () => {
  const { ask, menu } = await menuSite()
  const before = (await menu()).length
  const sides = { id: randomUUID(), name: 'Sides' }
  for (const name of ['Sides', 'Side dishes'])
    expect((await ask('POST', '/categories', { ...sides, name })).status).toBe(201)
  expect(await menu()).toHaveLength(before + 1)
  expect((await menu()).at(-1)).toMatchObject({ id: sides.id, name: 'Side dishes' })
})

test('a field of an item that is not sent keeps its value, so that two owners can change different fields', async () => {
  const { ask, menu, mains } = await menuSite()
  const pie = { categoryId: mains, name: 'Pie', description: 'Warm.', price: 300, available: false, maxPerOrder: 4 }
  const sent = { ...pie, allergens: ['eggs'], diets: ['vegan'], options: [option(1, 1, 0, 50)] }
  const { body } = await ask('POST', '/items', sent)
  const item = async () => (await menu()).flatMap(({ items }) => items).find(({ itemId }) => itemId === body.itemId)
  const before = await item()
  for (const changes of [{ price: 350 }, { description: 'Cold.' }, { allergens: ['fish'] }, {}])
    expect((await ask('PUT', `/items/${body.itemId}`, changes)).status).toBe(200)
  expect(await item()).toEqual({ ...before, price: 350, description: 'Cold.', allergens: ['fish'] })
  // The price is checked with the options that are stored.
  expect((await ask('PUT', `/items/${body.itemId}`, { price: -1 })).body.code).toBe('amount_invalid')
})

test('a change of an item changes the number of portions left only when the request contains that number', async () => {
  const { ask, menu, mains } = await menuSite()
  const pie = { categoryId: mains, name: 'Pie', price: 300 }
  const { body } = await ask('POST', '/items', { ...pie, portionsLeft: 5 })
  const left = async () => {
    const items = (await menu()).flatMap(
      (category: { items: { itemId: string; portionsLeft: number | null }[] }) => category.items,
    )
    return items.find((item: { itemId: string }) => item.itemId === body.itemId)?.portionsLeft
  }
  await ask('PUT', `/items/${body.itemId}`, { ...pie, price: 350 })
  expect(await left()).toBe(5)
  await ask('PUT', `/items/${body.itemId}`, { ...pie, portionsLeft: null })
  expect(await left()).toBeNull()
})

test('refuses an invalid menu item with an error code that names the problem', async () => {
  const { ask, menu, mains, kitchen } = await menuSite()
  const pie = { categoryId: mains, name: 'Pie', price: 300 }
  const before = await menu()
  const refused: [code: string, change: object][] = [
    ['name_missing', { name: ' ' }],
    ['name_too_long', { name: 'x'.repeat(81) }],
    ['text_too_long', { description: 'x'.repeat(501) }],
    ['not_found', { categoryId: randomUUID() }],
    ['amount_invalid', { price: -1 }],
    ['amount_invalid', { price: AMOUNT_MAX_MINOR_UNITS + 1 }],
    ['amount_invalid', { portionsLeft: -1 }],
    ['amount_invalid', { portionsLeft: 10_001 }],
    ['amount_invalid', { maxPerOrder: 0 }],
    ['amount_invalid', { maxPerOrder: 100 }],
    ['amount_invalid', { options: [option(1, 1, 0, -301)] }],
    ['amount_invalid', { options: [option(0, 2, -151, -150)] }],
    ['amount_invalid', { options: [option(2, 2, -400, 99)] }],
    ['amount_invalid', { options: [option(1, 1, -200), option(0, 1, -101)] }],
    ['amount_invalid', { options: [option(1, 1, 0, AMOUNT_MAX_MINOR_UNITS)] }],
    ['options_invalid', { options: [option(0, 0, 0)] }],
    ['options_invalid', { options: [option(2, 1, 0, 0)] }],
    ['options_invalid', { options: [option(-1, 1, 0)] }],
    ['options_invalid', { options: [option(0, 2, 0)] }],
    ['options_invalid', { options: [option(0, 1)] }],
    ['options_invalid', { options: [{ ...option(0, 1, 0), name: '\u202e' }] }],
    ['options_invalid', { options: [{ ...option(0, 1), choices: [{ name: 'x'.repeat(81) }] }] }],
    ['bad_request', { options: [option(2, 2, AMOUNT_MAX_MINOR_UNITS + 1, -AMOUNT_MAX_MINOR_UNITS - 1)] }],
    ['bad_request', { price: 1.5 }],
    ['bad_request', { price: '300' }],
    ['bad_request', { price: 1e99 }],
    ['bad_request', { allergens: ['air'] }],
    ['bad_request', { options: Array(21).fill(option(0, 1, 0)) }],
    ['payload_too_large', { description: 'x'.repeat(1_000_000) }],
  ]
  for (const [code, change] of refused)
    for (const [method, path] of [
      ['POST', '/items'],
      ['PUT', `/items/${kitchen.fries.itemId}`],
    ] as const)
      expect([change, (await ask(method, path, { ...pie, ...change })).body.code]).toEqual([change, code])
  expect(await menu()).toEqual(before)
  // The price is zero or more with every valid set of choices of these options.
  for (const options of [[option(1, 1, -300, 0)], [option(2, 2, -400, 100)], [option(0, 1, -150, -300)]])
    expect((await ask('POST', '/items', { ...pie, options })).status).toBe(201)
})

test('hostile text on a menu is returned as plain text', async () => {
  const { ask, mains } = await menuSite()
  const evil = '<img src=x onerror=alert(1)>\u202e\u0000'
  const options = [{ ...option(0, 1), name: evil, choices: [{ name: evil }] }]
  const { body } = await ask('POST', '/items', { categoryId: mains, name: evil, description: evil, price: 0, options })
  const clean = '<img src=x onerror=alert(1)>'
  expect(body.categories[0].items[2]).toMatchObject({
    name: clean,
    description: clean,
    options: [{ name: clean, choices: [{ name: clean }] }],
  })
})

test('reordering puts the named categories and items first, and keeps the order of the others', async () => {
  const { ask, menu, mains, drinks, kitchen } = await menuSite()
  const { burger, fries, lemonade } = kitchen
  const order = (categories: unknown) => ask('PUT', '/menu-order', { categories })
  const { body } = (await order([{ id: drinks, items: [fries.itemId] }])) as { body: ManagedKitchen }
  expect(namesOf(body.categories)).toEqual([
    ['Drinks', 'Loaded fries', 'Lemonade'],
    ['Mains', 'Double smash'],
  ])
  await order([
    { id: mains, items: [lemonade.itemId, burger.itemId] },
    { id: drinks, items: [] },
  ])
  const last = [
    ['Mains', 'Lemonade', 'Double smash'],
    ['Drinks', 'Loaded fries'],
  ]
  expect(namesOf(await menu())).toEqual(last)
  for (const [code, wanted] of [
    ['not_found', [{ id: randomUUID(), items: [] }]],
    ['not_found', [{ id: mains, items: [randomUUID()] }]],
    [
      'bad_request',
      [
        { id: mains, items: [] },
        { id: mains, items: [] },
      ],
    ],
    ['bad_request', [{ id: mains, items: [burger.itemId, burger.itemId] }]],
    ['bad_request', [{ id: 'mains', items: [] }]],
  ])
    expect([wanted, (await order(wanted)).body.code]).toEqual([wanted, code])
  expect(namesOf(await menu())).toEqual(last)
})

test('reordering a menu writes its rows by ascending id, because a placed order locks dishes by ascending id', async () => {
  const { db, vId, menu } = await menuSite()
  const written: string[][] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'InsertQueryNode') {
        const { columns, values } = node as InsertQueryNode
        const at = columns?.findIndex(({ column }) => column.name === 'id') ?? -1
        const rows = (values as ValuesNode).values as readonly PrimitiveValueListNode[]
        written.push(rows.map((row) => String(row.values[at])))
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const categories = (await menu()).map(({ id, items }) => ({ id, items: items.map(({ itemId }) => itemId) }))
  const reversed = categories.map(({ id, items }) => ({ id, items: items.toReversed() })).reverse()
  for (const requested of [reversed, categories])
    await db
      .transaction()
      .execute((tx) => reorderMenu(tx.withPlugin(recorder), { kitchenId: vId }, { categories: requested }))
  expect(written.map(({ length }) => length)).toEqual([2, 3, 2, 3])
  for (const ids of written) expect(ids).toEqual(ids.toSorted())
})

test('a full menu refuses more categories and items, and can be reordered in one call', async () => {
  const { ask, db, vId, mains } = await menuSite()
  const categories = Array.from({ length: MENU_CATEGORIES_MAX - 2 }, (_, at) => ({
    id: createId(),
    vendor_id: vId,
    name: `Category ${at}`,
    position: at + 2,
  }))
  await db.insertInto('menu_categories').values(categories).execute()
  const row = await db.selectFrom('menu_items').selectAll().where('category_id', '=', mains).executeTakeFirstOrThrow()
  const items = Array.from({ length: MENU_ITEMS_MAX - 3 }, (_, at) => ({ ...row, id: createId(), position: at + 3 }))
  await db.insertInto('menu_items').values(items).execute()
  expect((await ask('POST', '/categories', { name: 'More' })).body.code).toBe('too_many_entries')
  const pie = { categoryId: mains, name: 'Pie', price: 300 }
  expect((await ask('POST', '/items', pie)).body.code).toBe('too_many_entries')
  const wanted = items.map(({ id }) => id).toReversed()
  const { body } = await ask('PUT', '/menu-order', { categories: [{ id: mains, items: wanted }] })
  expect(body.categories[0].items.slice(0, wanted.length).map(({ itemId }: { itemId: string }) => itemId)).toEqual(
    wanted,
  )
})

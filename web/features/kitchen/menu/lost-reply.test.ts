import { createElement } from 'react'
import { expect, test } from 'vitest'
import { buildManagedKitchen } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

installFakeClock()

/** Opens the menu of a kitchen whose server stores what is added, but whose replies to POST are lost. */
async function openMenu() {
  const kitchen = buildManagedKitchen()
  const { vId, slug, name } = kitchen.terms
  const own = { vId, slug, name, status: 'active', role: 'owner' }
  const server = { isLost: true }
  const screen = await openScreen(
    ({ path, init: { method }, body }) => {
      if (method === 'POST' && path.endsWith('/categories')) {
        const others = kitchen.categories.filter(({ id }) => id !== body.id)
        kitchen.categories = [...others, { id: String(body.id), name: String(body.name), items: [] }]
      }
      if (method === 'POST' && server.isLost) throw new TypeError('Failed to fetch')
      return Response.json(path === '/api/kitchen' ? { kitchens: [own], invitations: [], mayCreate: false } : kitchen)
    },
    async () => {
      await startFakeSession('Olive')
      return createElement((await import('../menu-screen.tsx')).Screen)
    },
    `/kitchen/${slug}/menu`,
  )
  await screen.says('Mains')
  return { ...screen, server, kitchen }
}

const uuid = expect.stringMatching(/^[\da-f-]{36}$/)

test.each([false, true])(
  'a new dish whose reply was lost is sent again with the same id, so that it is added once; dialog opened again: %s',
  async (isReopened) => {
    const { press, type, says, sent, server } = await openMenu()
    await press('Add a dish to Mains')
    await type('Name', 'Pie')
    await type('Price (£)', '3')
    await press('Save the dish')
    await says('The site cannot be reached.')
    server.isLost = false
    if (isReopened) {
      await press('Close')
      await press('Add a dish to Mains')
    }
    await press('Save the dish')
    await says('“Pie” is saved.')
    const [first, second] = sent('POST')
    expect(first?.itemId).toEqual(uuid)
    expect(second).toEqual(first)
    await press('Add a dish to Mains')
    await type('Name', 'Cake')
    await type('Price (£)', '3')
    await press('Save the dish')
    await says('“Cake” is saved.')
    expect(sent('POST')[2]?.itemId).not.toBe(first?.itemId)
  },
)

/** Adds a dish whose reply is lost, closes the form, and opens it again when the menu has the dish. */
async function reopenAddedDish(edit: (menu: Awaited<ReturnType<typeof openMenu>>) => Promise<unknown>) {
  const menu = await openMenu()
  const { page, press, type, says, sent, kitchen } = menu
  await press('Add a dish to Mains')
  await type('Name', 'Pie')
  await type('Price (£)', '3')
  await press('Save the dish')
  await says('The site cannot be reached.')
  await edit(menu)
  await press('Close')
  const [mains] = kitchen.categories
  const [burger] = mains?.items ?? []
  const [added] = sent('POST')
  if (!mains || !burger) throw new Error('The kitchen has no dish.')
  mains.items.push({ ...burger, picture: null, ...added, itemId: String(added?.itemId) })
  await page.wait(61_000)
  await says('Pie')
  await press('Add a dish to Mains')
  menu.server.isLost = false
  return { ...menu, added }
}

test('the form of a new dish is empty when the menu has the dish whose reply was lost', async () => {
  const { page, field } = await reopenAddedDish(async () => {})
  await page.until(() => expect(field('Name').value).toBe(''))
})

test('edits that were made after the reply was lost stay in the form, and change the same dish', async () => {
  const { field, press, says, sent, added } = await reopenAddedDish(({ type }) => type('Price (£)', '4'))
  expect([field('Name').value, field('Price (£)').value]).toEqual(['Pie', '4'])
  await press('Save the dish')
  await says('“Pie” is saved.')
  expect(sent('POST').at(-1)).toMatchObject({ itemId: added?.itemId, price: 400 })
})

test('another name in the form of an added dish adds another dish', async () => {
  const { press, says, sent, added } = await reopenAddedDish(({ type }) => type('Name', 'Cake'))
  await press('Save the dish')
  await says('“Cake” is saved.')
  expect(sent('POST').at(-1)?.itemId).not.toBe(added?.itemId)
})

test('a category whose reply was lost is sent again with the same id; the next one gets another', async () => {
  const { page, press, type, says, sent, server } = await openMenu()
  const add = async (name: string) => {
    await type('New category', name)
    await press('Add the category')
  }
  await add('Sides')
  await says('The site cannot be reached.')
  server.isLost = false
  await press('Add the category')
  await says('“Sides” is added.')
  const [first, second] = sent('POST')
  expect(first?.id).toEqual(uuid)
  expect(second).toEqual(first)
  server.isLost = true
  await add('Sauces')
  await says('The site cannot be reached.')
  await page.wait(61_000)
  await says('Sauces')
  server.isLost = false
  await add('Sweets')
  await says('“Sweets” is added.')
  expect(new Set(sent('POST').map(({ id }) => id)).size).toBe(3)
})

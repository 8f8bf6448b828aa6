import { act, createElement, type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import type { ManagedCategory, ManagedKitchen } from '#contract/kitchen.ts'
import { buildManagedKitchen, FAKE_NOW } from '#contract/testing/fake-kitchen-server.ts'
import type { RecordedCall } from '../../../testing/browser.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'
import type { KitchenPageProps } from '../kitchen-frame.tsx'

installFakeClock()

const member = (userId: string, name: string, role: 'owner' | 'staff') => ({
  userId,
  name,
  email: `${name.toLowerCase()}@example.org`,
  role,
})
const kitchenWith = (changes: Partial<ManagedKitchen> = {}): ManagedKitchen => ({
  ...buildManagedKitchen(),
  members: [member('1', 'Olive', 'owner')],
  ...changes,
})

type Part = (at: KitchenPageProps) => ReactNode
let changeElsewhere: (kitchen: ManagedKitchen) => void = () => {}

/** Shows an editor. The edited kitchen is replaced by the reply to a save, or by a call of `changeElsewhere`. */
function EditorFrame({ editor: Part, first }: { editor: Part; first: ManagedKitchen }) {
  const [kitchen, change] = useState(first)
  changeElsewhere = change
  return createElement(Part, { kitchen: { ...kitchen, ahead: 0 }, change })
}

/** Opens one of the editors of a kitchen. @param answer returns the changed kitchen, or a refusal */
async function openEditor(
  load: () => Promise<Part>,
  kitchen: ManagedKitchen,
  answer: (call: RecordedCall) => ManagedKitchen | Response | Promise<ManagedKitchen> = () => kitchen,
) {
  const screen = await openScreen(
    async (call) => {
      const answered = await answer(call)
      return answered instanceof Response ? answered : Response.json(answered)
    },
    async () => createElement(EditorFrame, { editor: await load(), first: kitchen }),
    '/kitchen/double',
  )
  return { ...screen, elsewhere: (changed: ManagedKitchen) => act(async () => changeElsewhere(changed)) }
}
const drinks = { id: '0190a000-0000-7000-8000-0000000000c2', name: 'Drinks', items: [] } as ManagedCategory
const [mains = drinks] = buildManagedKitchen().categories
const menu = async () => (await import('../menu/menu-editor.tsx')).MenuEditor

/** Returns the fake kitchen with changes to its second dish, Loaded fries. */
function withFries(changes: Partial<ManagedKitchen['categories'][number]['items'][number]>): ManagedKitchen {
  const kitchen = kitchenWith()
  Object.assign(kitchen.categories[0]?.items[1] ?? {}, changes)
  return kitchen
}

test('the form of a dish keeps edits after a failed save and after the dialog closes, and shows changes made by others', async () => {
  let isGone = true
  const description = 'With cheese and jalapeños.'
  const { page, press, type, field, says, texts, elsewhere, sent } = await openEditor(menu, kitchenWith(), () => {
    if (isGone) throw new TypeError('Failed to fetch')
    return withFries({ price: 600, description })
  })
  await press('Change Loaded fries')
  await type('Description', description)
  await press('Save the dish')
  await says('The site cannot be reached.')
  await press('Close')
  expect(texts('.dish-item')[1]).toContain('Not saved yet')
  expect(page.stored.get('kitchenDrafts1')).toContain(description)
  await press('Change Loaded fries')
  expect(field('Description').value).toBe(description)

  // Another member changes the price of the dish, which is not edited here.
  await elsewhere(withFries({ price: 600 }))
  expect(field('Price (£)').value).toBe('6.00')
  expect(field('Description').value).toBe(description)
  expect(page.text()).not.toContain('Somebody else has changed this')
  await elsewhere(withFries({ price: 600, description: 'Theirs.' }))
  expect(page.text()).toContain('Somebody else has changed this')
  expect(field('Description').value).toBe(description)

  isGone = false
  await press('Save the dish')
  await says('“Loaded fries” is saved.')
  expect(sent('PUT').at(-1)).toEqual({ path: expect.stringContaining('/items/'), description })
  expect(texts('.dish-item')[1]).not.toContain('Not saved yet')
  await press('Change Loaded fries')
  expect(field('Description').value).toBe(description)
  expect(page.text()).not.toContain('Discard changes')
})

test.each([
  ['its category', [drinks, { ...mains, items: mains.items.slice(0, 1) }], mains.id],
  ['the first category when its category is removed too', [drinks], drinks.id],
])('a dish that somebody else has removed is put back into %s', async (_, categories, categoryId) => {
  const kitchen = kitchenWith()
  const { press, says, field, sent, elsewhere } = await openEditor(menu, kitchen, () =>
    Response.json({ ...kitchen, itemId: kitchen.categories[0]?.items[1]?.itemId }),
  )
  await press('Change Loaded fries')
  await elsewhere({ ...kitchen, categories })
  await says('Somebody else has removed this dish meanwhile.')
  expect(field('Category').value).toBe(categoryId)
  await press('Save the dish')
  await says('“Loaded fries” is saved.')
  expect(sent('POST')).toMatchObject([{ name: 'Loaded fries', price: 950, categoryId }])
})

test('the menu editor shows a problem beside its field, whether the browser or the server found the problem', async () => {
  const refusal = { code: 'amount_invalid', message: 'A price must not be below zero with any choice.' }
  const { page, press, type, field, about, sent } = await openEditor(menu, kitchenWith(), () =>
    Response.json(refusal, { status: 422 }),
  )
  await press('Add a dish to Mains')
  await type('Price (£)', 'cheap')
  await press('Add an option')
  await press('Save the dish')
  expect(page.document.activeElement).toBe(field('Name'))
  expect(about('Name')).toBe('Enter a name.')
  expect(about('Price (£)')).toContain('Write a price such as 9.50.')
  expect(about('Choice 1')).toContain('Enter a name.')
  expect(sent('POST')).toEqual([])
  // The lowest possible price is checked only when all other fields are valid.
  await type('Name', 'Water')
  await type('Price (£)', '1')
  await type('What is chosen', 'Glass')
  await type('Choice 1', 'Own')
  await type('Changes the price', '-2')
  await press('Save the dish')
  await page.until(() => expect(about('Price (£)')).toContain('must not be below zero'))
  expect(page.document.activeElement).toBe(field('Price (£)'))
  await press('Close')
  await type('New category', ' ')
  await press('Add the category')
  expect(about('New category')).toContain('Enter a name.')
})

test('the menu editor renames a category, and removes a category or a dish after a confirmation', async () => {
  const kitchen = kitchenWith()
  const screen = await openEditor(menu, kitchen, ({ init, body, path }) => {
    const categories = kitchen.categories.map((category) => ({ ...category, name: String(body.name ?? category.name) }))
    if (init.method !== 'DELETE') return { ...kitchen, categories }
    const isItem = path.includes('/items/')
    return { ...kitchen, categories: isItem ? categories.map((category) => ({ ...category, items: [] })) : [] }
  })
  const { page, press, type, says, key, field, part, sent, elsewhere } = screen
  await press('Rename Mains')
  expect(page.document.activeElement).toBe(field('Name of the category'))
  await type('Name of the category', 'Burgers')
  await press('Save')
  await says('The category is called “Burgers” now.')
  await press('Remove Burgers')
  const question = part('Remove “Burgers” with the 2 dishes in it?')
  await key('Escape', question)
  expect(page.document.activeElement?.textContent).toContain('Remove Burgers')
  expect(sent('DELETE')).toEqual([])
  await press('Remove Burgers')
  await press('Remove it with 2 dishes')
  await says('“Burgers” is removed.')
  expect(page.findAll('.dish-item')).toEqual([])

  await elsewhere(kitchen)
  await press('Change Loaded fries')
  await press('Remove the dish …')
  await press('Remove', page.find('dialog'))
  await says('“Loaded fries” is removed.')
  expect(sent('DELETE').map(({ path }) => path.split('/').at(-2))).toEqual(['categories', 'items'])
})

test('a saved new slug is in the URL of the settings, even when the old slug is a part of “kitchen”', async () => {
  const withSlug = (slug: string) => kitchenWith({ terms: { ...kitchenWith().terms, slug } })
  const { page, press, type, says } = await openEditor(
    async () => (await import('../settings/settings-form.tsx')).SettingsForm,
    withSlug('kit'),
    () => withSlug('noras'),
  )
  await type('Name', 'Nora’s')
  await press('Save the settings')
  await says('Your settings are saved.')
  expect(page.address()).toBe('/kitchen/noras/settings')
})

test('a dish that is saved after its dialog was closed does not close the dialog of another dish', async () => {
  const saved = Promise.withResolvers<void>()
  const { page, press, type, field, says } = await openEditor(menu, kitchenWith(), async () => {
    await saved.promise
    return kitchenWith()
  })
  await press('Change Loaded fries')
  await type('Description', 'With cheese.')
  await press('Save the dish')
  await press('Close')
  await press('Change Double smash')
  await type('Description', 'With beetroot.')
  saved.resolve()
  await says('“Loaded fries” is saved.')
  expect(page.find('dialog').textContent).toContain('Change Double smash')
  expect(field('Description').value).toBe('With beetroot.')
})

test('staff can read the menu and mark items as sold out, but not edit it', async () => {
  const staffed = kitchenWith({ role: 'staff' })
  const { page, press, says, texts, sent } = await openEditor(menu, staffed, () => ({
    ...withFries({ soldOutUntil: FAKE_NOW + 18_000_000 }),
    role: 'staff',
  }))
  for (const name of page.findAll('button').map(({ textContent }) => textContent))
    expect(name).not.toMatch(/^(Add|Change|Rename|Remove|Move)/)
  await press('Sold out … Loaded fries')
  await press('Loaded fries: sold out')
  await says('Back tomorrow at 00:00')
  await press('Close')
  expect(texts('.dish-item')[1]).toContain('Sold out, back')
  expect(sent('PUT')).toMatchObject([{ choiceId: null, until: FAKE_NOW + 18_000_000 }])
})

test.each([
  ['menu', 'menu-screen', null],
  ['hours', 'hours-screen', 'Monday, from'],
  ['delivery', 'delivery-screen', 'Minimum order (£)'],
  ['settings', 'settings-screen', 'Minutes to cook'],
])('the %s page tells staff why they cannot change the page', async (tab, screen, label) => {
  const kitchen = kitchenWith({ role: 'staff' })
  const own = { vId: kitchen.terms.vId, slug: 'double', name: 'Nebelhorn Kitchen', status: 'active', role: 'staff' }
  const { page, field, says } = await openScreen(
    ({ path }) =>
      Response.json(path === '/api/kitchen' ? { kitchens: [own], invitations: [], mayCreate: false } : kitchen),
    async () => {
      await startFakeSession('Cook', { id: '2' })
      const { Screen } = await import(`../${screen}.tsx`)
      return createElement(Screen)
    },
    `/kitchen/double/${tab}`,
  )
  await says('only owners change it. Ask Olive.')
  if (label) expect(field(label).closest('fieldset[disabled]')).not.toBeNull()
  for (const name of page.findAll('button').map(({ textContent }) => textContent)) expect(name).not.toMatch(/^Save/)
})

test('owners can invite and remove people, but cannot remove the only owner', async () => {
  let kitchen = kitchenWith()
  const invitation = { invitationId: 'i', email: 'nobody@example.org', role: 'staff' as const }
  const { page, press, type, says, sent, elsewhere } = await openEditor(
    async () => (await import('../settings/members.tsx')).Members,
    kitchen,
    ({ init, body }) => {
      const isNobody = body.email === 'nobody@example.org'
      if (init.method === 'POST') kitchen = { ...kitchen, invitations: isNobody ? [invitation] : [] }
      else kitchen = { ...kitchen, invitations: [], members: kitchen.members.slice(0, 1) }
      return kitchen
    },
  )
  expect(page.text()).toContain('The only owner stays.')
  await type('Email address', 'nobody@example.org')
  await press('Invite')
  await says('Invited by mail as staff, has not joined yet.')
  await press('Withdraw the invitation of nobody@example.org')
  await says('nobody@example.org is not invited any more.')
  await type('Email address', 'cook@example.org')
  await press('Invite')
  await says('cook@example.org is staff now, or has been invited by mail.')
  kitchen = { ...kitchen, members: [member('1', 'Olive', 'owner'), member('2', 'Cook', 'staff')] }
  await elsewhere(kitchen)
  await press('Remove Cook')
  const question = page.find('fieldset', 'Remove Cook?')
  await press('Remove', question)
  await says('Cook does not work here any more.')
  expect(sent('POST')).toMatchObject([
    { email: 'nobody@example.org', role: 'staff' },
    { email: 'cook@example.org', role: 'staff' },
  ])
  expect(sent('DELETE').map(({ path }) => path.split('/').slice(-2).join('/'))).toEqual(['invitations/i', 'members/2'])
})

test.each(['pending', 'suspended'] as const)(
  'the menu editor has no link to the page for customers while the kitchen is %s',
  async (status) => {
    const { says, all } = await openEditor(menu, kitchenWith({ status }))
    await says('Customers see it in this order.')
    expect(all('a', 'See it as they do')).toEqual([])
    const open = await openEditor(menu, kitchenWith({ status: 'active' }))
    expect(open.all('a', 'See it as they do')).toHaveLength(1)
  },
)

import { createElement } from 'react'
import { expect, test } from 'vitest'
import { buildManagedKitchen } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

installFakeClock()

test.each([
  ['settings', '', [], 'Orders per 15 minutes', '4', 'Save the settings', { ordersPerSlot: 4 }],
  ['delivery', '', [], 'Minimum order', '12', 'Save what it costs', { minimumOrder: 1200 }],
  [
    'hours',
    '/hours',
    ['Add a special day'],
    'Date',
    '2026-12-25',
    'Save the hours',
    { special: [{ date: '2026-12-25', intervals: [] }] },
  ],
  [
    'menu',
    '/items/0190a000-0000-7000-8000-0000000000a2',
    ['Change Loaded fries'],
    'Description',
    'With cheese.',
    'Save the dish',
    { description: 'With cheese.' },
  ],
])(
  'the %s page sends only what was edited, because another owner may have changed the rest',
  async (tab, path, presses, label, value, save, body) => {
    const kitchen = buildManagedKitchen()
    const { vId, slug, name } = kitchen.terms
    const own = { vId, slug, name, status: 'active', role: 'owner' }
    const { page, press, type, says, sent } = await openScreen(
      ({ path }) =>
        Response.json(path === '/api/kitchen' ? { kitchens: [own], invitations: [], mayCreate: false } : kitchen),
      async () => {
        await startFakeSession('Olive')
        return createElement((await import(`../${tab}-screen.tsx`)).Screen)
      },
      `/kitchen/${slug}/${tab}`,
    )
    await page.until(() => expect(page.findAll('form').length).toBeGreaterThan(0))
    for (const button of presses) await press(button)
    await type(label, value)
    await press(save)
    await says('saved.')
    expect(sent('PUT')).toEqual([{ path: `/api/kitchen/${vId}${path}`, ...body }])
  },
)

test.each([
  ['delivery', `fees-${buildManagedKitchen().terms.vId}`, { minimum: '0.00' }, { minimum: '12' }, 'minimum £12.00'],
  ['menu', 'item-0190a000-0000-7000-8000-0000000000a2', { name: 'Loaded fries' }, { name: 'Chips' }, 'Not saved yet'],
])(
  'the %s page does not show to staff what an owner has edited on the same tablet and not saved',
  async (tab, draft, base, typed, shown) => {
    for (const role of ['owner', 'staff'] as const) {
      const kitchen = { ...buildManagedKitchen(), role }
      const { vId, slug, name } = kitchen.terms
      const own = { vId, slug, name, status: 'active', role }
      const { page, leave } = await openScreen(
        ({ path }) =>
          Response.json(path === '/api/kitchen' ? { kitchens: [own], invitations: [], mayCreate: false } : kitchen),
        async () => {
          localStorage.setItem('kitchenDrafts1', JSON.stringify({ [draft]: { base, typed, at: Date.now() } }))
          await startFakeSession('Cook')
          return createElement((await import(`../${tab}-screen.tsx`)).Screen)
        },
        `/kitchen/${slug}/${tab}`,
      )
      await page.until(() => expect(page.text()).toContain(tab === 'menu' ? 'Loaded fries' : 'Minimum order'))
      expect([role, page.text().includes(shown)]).toEqual([role, role === 'owner'])
      await leave()
    }
  },
)

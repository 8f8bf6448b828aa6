import { createElement } from 'react'
import { expect, test } from 'vitest'
import { buildManagedKitchen } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

installFakeClock()

test.each([
  ['settings', 'Orders per 15 minutes', '4', 'Save the settings', { ordersPerSlot: 4 }],
  ['delivery', 'Minimum order', '12', 'Save what it costs', { minimumOrder: 1200 }],
])(
  'the %s page sends only what was edited, because another owner may have changed the rest',
  async (tab, label, value, save, body) => {
    const kitchen = buildManagedKitchen()
    const { vId, slug, name } = kitchen.terms
    const own = { vId, slug, name, status: 'active', role: 'owner' }
    const { press, type, says, sent } = await openScreen(
      ({ path }) =>
        Response.json(path === '/api/kitchen' ? { kitchens: [own], invitations: [], mayCreate: false } : kitchen),
      async () => {
        await startFakeSession('Olive')
        return createElement((await import(`../${tab}-screen.tsx`)).Screen)
      },
      `/kitchen/${slug}/${tab}`,
    )
    await says(save)
    await type(label, value)
    await press(save)
    await says('saved.')
    expect(sent('PUT')).toEqual([{ path: `/api/kitchen/${vId}`, ...body }])
  },
)

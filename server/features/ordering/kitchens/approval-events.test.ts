import { expect, test } from 'vitest'
import { createSubscription } from '../../../events/events.ts'
import { createRethrowingEventBus } from '../../../testing/events.ts'
import { createOrderSite } from '../../../testing/orders.ts'
import { createKitchenForApproval } from './create-kitchen.ts'
import { deleteKitchen, setKitchenApprovalStatus } from './desk-kitchens.ts'
import { suspendOwnerlessKitchens } from './suspend-ownerless-kitchens.ts'

/** Creates a site with a kitchen. `countEvents` counts the events for admins that a change publishes. */
async function createApprovalSite(status: 'active' | 'pending' = 'active') {
  const { db, ada, olive, kitchen } = await createOrderSite({ kitchen: { status } })
  const events = createRethrowingEventBus()
  let count = 0
  events.subscribe([createSubscription('moderation.changed', () => count++)])
  const countEvents = async (change: () => Promise<unknown>) => {
    count = 0
    await change()
    return count
  }
  const context = { db, events, origin: 'https://site.test', grantPartnerRole: async () => {} }
  const actor = { userId: olive.id, sessionId: '', name: 'Olive', email: '', roles: [], loggedInAt: 0 }
  const identity = { name: 'Noodle bar', slug: 'noodle-bar', timezone: 'Europe/Berlin', currency: 'EUR' }
  const by = { userId: ada.id, name: 'Ada' }
  const { kitchenId } = kitchen
  return {
    countEvents,
    begin: () => createKitchenForApproval(context, actor, identity),
    decisions: {
      open: () => setKitchenApprovalStatus(context, by, { kitchenId, status: 'active', reason: '' }),
      refuse: () => setKitchenApprovalStatus(context, by, { kitchenId, status: 'suspended', reason: '' }),
      'delete the kitchen': () => deleteKitchen(context, by, kitchenId),
      'ban its owner': () =>
        db
          .transaction()
          .execute((tx) => suspendOwnerlessKitchens(tx, events, { ownerId: olive.id, actor: by, detail: '' })),
    },
  }
}

test('admins get an event when a kitchen begins to wait for approval', async () => {
  const { countEvents, begin } = await createApprovalSite()
  expect(await countEvents(begin)).toBe(1)
})

test.each(['open', 'refuse', 'delete the kitchen', 'ban its owner'] as const)(
  'admins get an event about a decision on a waiting kitchen, but not about the same action on an active kitchen: %s',
  async (decision) => {
    const waiting = await createApprovalSite('pending')
    expect(await waiting.countEvents(waiting.decisions[decision])).toBe(1)
    const active = await createApprovalSite()
    expect(await active.countEvents(active.decisions[decision])).toBe(0)
  },
)

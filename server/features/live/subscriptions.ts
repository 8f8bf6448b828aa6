import type { HubClients } from '@hobohat/hub'
import type { HubClientMethods } from '#contract/live.ts'
import { createSubscription, type Subscription } from '../../events/events.ts'

type LiveClients = HubClients<HubClientMethods>

export const ADMINS = 'admins'
export const pageGroup = (pageUrl: string) => `page:${pageUrl}`
export const orderGroup = (orderId: string) => `order:${orderId}`
export const kitchenGroup = (kitchenId: string) => `kitchen:${kitchenId}`
/** Returns the group of clients that watch a kitchen and may see its orders. */
export const boardGroup = (kitchenId: string) => `board:${kitchenId}`

/**
 * Returns the subscriptions that send events to clients. @param log receives a failure that must not become an error
 * report
 */
export const createEventSubscriptions = (clients: LiveClients, log: (error: unknown) => void): Subscription[] => [
  createSubscription('comment.saved', (saved) =>
    clients.group(pageGroup(saved.comment.pageUrl)).send('commentSaved', saved),
  ),
  createSubscription('comment.removed', (removed) =>
    clients.group(pageGroup(removed.pageUrl)).send('commentRemoved', removed),
  ),
  createSubscription('comments.changed', ({ pageUrl }) =>
    clients.group(pageGroup(pageUrl)).send('commentsChanged', pageUrl),
  ),

  // A changed order is sent to its customer, to pages that watch it, to its kitchen's board and to admins.
  createSubscription('order.changed', ({ orderId, kitchenId: vId, version, userId }) => {
    const readers = [orderGroup(orderId), boardGroup(vId), ADMINS].map((group) => clients.group(group))
    if (userId !== null) readers.push(clients.user(userId))
    return Promise.all(readers.map((reader) => reader.send('orderChanged', { orderId, vId, version })))
  }),
  createSubscription('kitchen.changed', ({ kitchenId }) =>
    clients.group(kitchenGroup(kitchenId)).send('kitchenChanged', kitchenId),
  ),

  createSubscription('notices.changed', () => clients.all.send('noticesChanged')),
  createSubscription('tools.changed', () => clients.group(ADMINS).send('toolsChanged')),
  createSubscription('moderation.changed', () => clients.group(ADMINS).send('moderationChanged')),
  // This failure is only logged, because an error report would publish `errors.changed` again.
  createSubscription('errors.changed', () => clients.group(ADMINS).send('errorsChanged').catch(log)),
]

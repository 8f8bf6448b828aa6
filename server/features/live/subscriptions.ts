import type { HubClients } from '@hobohat/hub'
import type { HubClientMethods } from '#contract/live.ts'
import { createSubscription, type Subscription } from '../../events/events.ts'
import { ADMINS_GROUP, toBoardGroupName, toKitchenGroupName, toOrderGroupName, toPageGroupName } from './groups.ts'

type LiveClients = HubClients<HubClientMethods>

/**
 * Returns the subscriptions that send events to clients. @param log receives a failure that must not become an error
 * report
 */
export const createForwardingSubscriptions = (clients: LiveClients, log: (error: unknown) => void): Subscription[] => [
  createSubscription('comment.saved', (saved) =>
    clients.group(toPageGroupName(saved.comment.pageUrl)).send('commentSaved', saved),
  ),
  createSubscription('comment.removed', (removed) =>
    clients.group(toPageGroupName(removed.pageUrl)).send('commentRemoved', removed),
  ),
  createSubscription('comments.changed', ({ pageUrl }) =>
    clients.group(toPageGroupName(pageUrl)).send('commentsChanged', pageUrl),
  ),

  // A changed order is sent to its customer, to pages that watch it, to its kitchen's board and to admins.
  createSubscription('order.changed', ({ orderId, kitchenId: vId, version, userId }) => {
    const readers = [toOrderGroupName(orderId), toBoardGroupName(vId), ADMINS_GROUP].map((group) =>
      clients.group(group),
    )
    if (userId !== null) readers.push(clients.user(userId))
    return Promise.all(readers.map((reader) => reader.send('orderChanged', { orderId, vId, version })))
  }),
  createSubscription('kitchen.changed', ({ kitchenId }) =>
    clients.group(toKitchenGroupName(kitchenId)).send('kitchenChanged', kitchenId),
  ),

  createSubscription('notices.changed', () => clients.all.send('noticesChanged')),
  createSubscription('tools.changed', () => clients.group(ADMINS_GROUP).send('toolsChanged')),
  createSubscription('moderation.changed', () => clients.group(ADMINS_GROUP).send('moderationChanged')),
  // This failure is only logged, because an error report would publish `errors.changed` again.
  createSubscription('errors.changed', () => clients.group(ADMINS_GROUP).send('errorsChanged').catch(log)),
]

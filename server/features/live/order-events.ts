import { type Subscription, subscribe } from '../../events/events.ts'
import { ADMINS, boardGroup, kitchenGroup, type LiveClients, orderGroup } from './groups.ts'

/**
 * Sends a change of an order to its customer, its page, its kitchen's board and admins, and a change of a kitchen to the
 * pages that watch the kitchen.
 */
export const orderSubscriptions = (clients: LiveClients): Subscription[] => [
  subscribe('order.changed', ({ orderId, kitchenId: vId, version, userId }) => {
    const readers = [orderGroup(orderId), boardGroup(vId), ADMINS].map((group) => clients.group(group))
    if (userId !== null) readers.push(clients.user(userId))
    return Promise.all(readers.map((reader) => reader.send('orderChanged', { orderId, vId, version })))
  }),
  subscribe('kitchen.changed', ({ kitchenId }) =>
    clients.group(kitchenGroup(kitchenId)).send('kitchenChanged', kitchenId),
  ),
]

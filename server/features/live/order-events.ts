import { type Subscription, subscribe } from '../../events/events.ts'
import { ADMINS, boardGroup, kitchenGroup, type LiveClients, orderGroup } from './groups.ts'

/** Tells an order's customer, its page, its kitchen's board and admins that it has changed; and who watches a kitchen, of that. */
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

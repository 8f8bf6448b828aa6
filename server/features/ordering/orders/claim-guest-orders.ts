import { subscribeInTransaction } from '../../../events/events.ts'

/** Moves the orders that guests placed with an address to the account that has confirmed the address. */
export const claimGuestOrders = subscribeInTransaction('email.confirmed', ({ userId, key }, tx) =>
  tx
    .updateTable('orders')
    // Two guests may have used the same key, but a key is unique for an account. Nobody places these orders again.
    .set((eb) => ({ user_id: userId, is_guest: 0, place_key: eb.ref('id') }))
    .where('customer_email_key', '=', key)
    .where('is_guest', '=', 1)
    .execute(),
)

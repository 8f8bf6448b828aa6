import { subscribeInTransaction } from '../../../events/events.ts'

/** Gives the orders that guests have placed with an address to the account that has proved that the address is its own. */
export const claimGuestOrders = subscribeInTransaction('email.confirmed', ({ userId, key }, tx) =>
  tx
    .updateTable('orders')
    // Two guests may have used one key, which a reader uses only once; nobody tries to place these orders again.
    .set((eb) => ({ user_id: userId, is_guest: 0, place_key: eb.ref('id') }))
    .where('customer_email_key', '=', key)
    .where('is_guest', '=', 1)
    .execute(),
)

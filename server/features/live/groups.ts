/** The group of the hub that contains the connections of all admins. */
export const ADMINS_GROUP = 'admins'
/** Returns the name of the group of the connections that watch a page, by its key. */
export const toPageGroupName = (pageUrl: string) => `page:${pageUrl}`
export const toOrderGroupName = (orderId: string) => `order:${orderId}`
export const toKitchenGroupName = (kitchenId: string) => `kitchen:${kitchenId}`
/** Returns the name of the group of the connections that watch a kitchen and may see its orders. */
export const toBoardGroupName = (kitchenId: string) => `board:${kitchenId}`

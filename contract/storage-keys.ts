/** S3.07: what the browser keeps in local storage for who is logged in, by its key. */
export const storageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  /** Removed on an unauthorised answer to the tools (S8.09), and with the others on logout. */
  authToken: 'authToken',
  /** S5.06: the push token that the site has been told; sent again only when it differs. */
  fcmToken: 'fcm_token',
} as const

/** S4.08, S4.09: 'true' once the reader has answered the push banner; it outlives a logout. */
export const fcmDismissedKey = 'fcm_dismissed'

/** 'true' once the reader has turned push off on this device; it outlives a logout, and lasts until they turn it on again. */
export const pushOffKey = 'push_off'

/** What has been written and not yet posted; it outlives a logout. */
export const draftsKey = 'commentDrafts'
/** What has been posted without a connection, and waits for one; it outlives a logout. */
export const waitingCommentsKey = 'waitingComments'
/** The orders whose links this browser knows: what follows them without an account. It outlives a logout. */
export const trackedOrdersKey = 'trackedOrders'
/** The orders of this browser that have not been seen paid yet: what is in their carts stays until then. */
export const unpaidOrdersKey = 'unpaidOrders'

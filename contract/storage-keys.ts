/** Keys of local storage for the logged-in user (S3.07). */
export const storageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  /** Removed by an unauthorised reply to the tools (S8.09), and on logout. */
  authToken: 'authToken',
  /** The push token last sent to the site; another token is sent again (S5.06). */
  fcmToken: 'fcm_token',
} as const

/** 'true' after the reader answered the push banner (S4.08, S4.09); stays after logout. */
export const fcmDismissedKey = 'fcm_dismissed'

/** 'true' after the reader turned push off on this device, until they turn it on again; stays after logout. */
export const pushOffKey = 'push_off'

/** Unposted drafts; stays after logout. */
export const draftsKey = 'commentDrafts'
/** Comments posted offline that wait for a connection; stays after logout. */
export const waitingCommentsKey = 'waitingComments'
/** The carts and the address (S3.07); stays after logout without those of the account. */
export const orderKey = 'order'
/** Orders with their tracking tokens, for following them without an account; stays after logout. */
export const trackedOrdersKey = 'trackedOrders'
/** Orders that this browser has not seen paid yet; their carts are kept until then. */
export const unpaidOrdersKey = 'unpaidOrders'

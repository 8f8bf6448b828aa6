/** Keys of local storage for the logged-in user (S3.07). */
export const userStorageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  /** Removed on logout, and when a call for the tools is answered with 401 (S8.09). */
  authToken: 'authToken',
  /** The push token that was last sent to the site. A different token is sent to the site again (S5.06). */
  fcmToken: 'fcm_token',
} as const

/** 'day' or 'night' when the reader has chosen a theme; not removed on logout. */
export const themeKey = 'theme'

/** 'true' after the reader has answered the push banner (S4.08, S4.09); not removed on logout. */
export const pushBannerDismissedKey = 'fcm_dismissed'

/** 'true' while the reader has turned push off on this device; not removed on logout. */
export const pushOffKey = 'push_off'

/** The day of the previous visit and the day of this visit, by which new articles are marked; not removed on logout. */
export const visitDaysKey = 'visits'

/** The ids of the notices that a visitor has hidden in this browser, separated by spaces. */
export const hiddenNoticesKey = 'hiddenNotices'

/** Comments that were typed but not posted; not removed on logout. */
export const commentDraftsKey = 'commentDrafts'
/** Comments that were posted offline and wait for a connection; not removed on logout. */
export const waitingCommentsKey = 'waitingComments'
/**
 * The carts and the delivery address (S3.07). After a logout, the carts and the address of the account are hidden until
 * the next login to this account.
 */
export const cartsKey = 'order'
/** The orders that a guest can follow, with their tracking tokens; not removed on logout. */
export const trackedOrdersKey = 'trackedOrders'
/** Orders whose payment this browser has not seen yet. Their carts are kept until the browser sees the payment. */
export const unpaidOrdersKey = 'unpaidOrders'

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

/** 'true' from when the reader turns push off on this device until they turn it on again; not removed on logout. */
export const pushOffKey = 'push_off'

/** The days of the previous visit and of this visit, to mark new articles; not removed on logout. */
export const visitDaysKey = 'visits'

/** The ids of the notices that a visitor has hidden in this browser, separated by spaces. */
export const hiddenNoticesKey = 'hiddenNotices'

/** Comments that were typed but not posted; not removed on logout. */
export const commentDraftsKey = 'commentDrafts'
/** Comments that were posted offline and wait for a connection; not removed on logout. */
export const waitingCommentsKey = 'waitingComments'
/** The carts and the delivery address (S3.07). Logout removes those of the account and keeps the others. */
export const cartsKey = 'order'
/** Orders with their tracking tokens, with which a guest can follow them; not removed on logout. */
export const trackedOrdersKey = 'trackedOrders'
/** Orders whose payment this browser has not seen yet; their carts are kept until then. */
export const unpaidOrdersKey = 'unpaidOrders'

/** S3.07: what the browser keeps in local storage for who is logged in, by its key. */
export const storageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  /** Removed on an unauthorised answer to the tools (S8.09), and with the others on logout. */
  authToken: 'authToken',
} as const

/** What has been written and not yet posted; it outlives a logout. */
export const draftsKey = 'commentDrafts'

/**
 * Constants on which the server and the browser, or a test, must agree. The name of a constant contains its unit, if it
 * has one. Codes such as S9.01 refer to the checklist of the specification.
 */

/** The interval at which an open page requests the served version (S9.01). */
export const VERSION_POLL_MS = 30_000
/** How long a copy button shows its result (S2.53, S9.02). */
export const COPY_FEEDBACK_MS = 5_000
/** A section is revealed when its top passes this share of the viewport's height (S9.02). */
export const REVEAL_VIEWPORT_SHARE = 0.85
/** The number of initials shown in place of a picture (S2.55). */
export const AVATAR_INITIALS_MAX = 2

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * The largest accepted difference between the clocks of two machines. With a larger difference, tokens and passkeys
 * fail.
 */
export const CLOCK_DIFFERENCE_MAX_MS = 60 * SECOND_MS

/** The allowed length of a password in characters (S5.02). */
export const PASSWORD_LENGTH_RANGE = { min: 10, max: 128 } as const
/** The maximum length of a person's or a tool's name, in characters as a reader counts them. */
export const NAME_LENGTH_MAX = 80
/** The longest email address (RFC 5321 4.5.3.1). */
export const EMAIL_LENGTH_MAX = 254
/** The lifetime of an access token. */
export const ACCESS_TOKEN_MS = 15 * MINUTE_MS
/** How long a reader stays logged in without a refresh of the tokens; each refresh restarts this time. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS
/** The maximum lifetime of a session, even when it is in use. */
export const SESSION_MS = 180 * DAY_MS
/** How long a guest stays logged in without a refresh of the tokens; each refresh restarts this time. */
export const GUEST_REFRESH_TOKEN_MS = 1 * DAY_MS
/**
 * When a client sends a used refresh token again within this time, the client gets the same new token, because several
 * tabs may refresh at the same time.
 */
export const REFRESH_TOKEN_REUSE_MS = 10 * SECOND_MS
/** The lifetime of the tokens that a provider login returns in the query; they can be used once (S2.31). */
export const PROVIDER_LOGIN_TOKEN_LIFETIME_MS = 60 * SECOND_MS
/** The time that a person has to log in at the provider. */
export const PROVIDER_LOGIN_TIMEOUT_MS = 10 * MINUTE_MS
/** The lifetime of a mailed link that confirms an email address. */
export const VERIFICATION_LINK_MS = 1 * DAY_MS
export const RESET_LINK_MS = 1 * HOUR_MS
/** How long a login proves ownership of an account that has neither a password nor a passkey. */
export const RECENT_LOGIN_MS = 10 * MINUTE_MS
/** The size limit of an uploaded picture. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024
/** The maximum size of a file that an author adds to a page. */
export const PAGE_ATTACHMENT_BYTES_MAX = 20 * 1024 * 1024
/** The maximum length of the longer side of a stored picture that an author added to a page. */
export const PAGE_PICTURE_SIDE_MAX_PX = 2_800
/** The width and height of a stored profile picture in pixels. */
export const PROFILE_PICTURE_SIDE_PX = 256
/** The text that a user types to confirm the deletion of their account. */
export const DELETE_CONFIRMATION_TEXT = 'delete my account'

/** The interval at which an open page requests the notices (S7.12, S9.02). */
export const NOTICE_POLL_MS = 60_000
/** After a change of the notices, each open page requests them after a random delay of at most this time. */
export const NOTICE_REFRESH_JITTER_MS = 500
/** When events between processes were lost, each open page fetches its data again after at most this random delay. */
export const EVENTS_MISSED_JITTER_MS = 5 * SECOND_MS
/** The interval at which an open page fetches its comments while there is no live connection. */
export const COMMENT_POLL_MS = 30_000
export const COMMENTS_PER_PAGE = 50
/** The maximum length of a comment, in characters as a reader counts them (S5.03). */
export const COMMENT_LENGTH_MAX = 5_000
/** The time in which an author may change a comment. */
export const COMMENT_EDIT_WINDOW_MS = 10 * MINUTE_MS
/** How long the browser keeps an unposted comment. */
export const COMMENT_DRAFT_LIFETIME_MS = 30 * DAY_MS
/** The interval at which waiting comments are sent again while the browser reports a network. */
export const WAITING_COMMENT_RETRY_MS = 10_000
/** The number of visited pages that are cached for offline use, in addition to the home page. */
export const CACHED_PAGES_MAX = 60
/** How long the service worker waits for the server before it shows the cached copy of a page. */
export const CACHED_COPY_DELAY_MS = 4_000
/**
 * The interval at which the offline page checks whether the site can be reached again; it doubles after each check, up
 * to `max`.
 */
export const OFFLINE_CHECK_INTERVAL_RANGE_MS = { min: 5_000, max: 60_000 } as const
export const NOTICE_LENGTH_MAX = 300
export const NOTICE_LINKS_MAX = 3
export const LINK_LABEL_LENGTH_MAX = 40
export const LINK_ADDRESS_LENGTH_MAX = 2_000

// The settings of the live connection in the browser (S9.05).
/** When the server has sent nothing for this time, the browser treats the connection as lost. */
export const LIVE_SERVER_TIMEOUT_MS = 30_000
/** The interval at which the browser sends a ping. */
export const LIVE_CLIENT_KEEP_ALIVE_MS = 15_000
/** The wait before each attempt to reconnect. */
export const LIVE_RECONNECT_DELAYS_MS = [0, 2_000, 10_000, 30_000] as const
export const LIVE_RECONNECT_BUFFER_BYTES = 100_000
export const LIVE_REQUEST_TIMEOUT_MS = 100_000
/** The wait before another attempt when the connection has failed; it varies randomly by up to a quarter. */
export const LIVE_RETRY_MS = 30_000
/** The time after which a hidden tab closes its connection. */
export const LIVE_HIDDEN_TIMEOUT_MS = 10 * MINUTE_MS

/**
 * The maximum age of a page that is announced as new. A page with an older date was imported, or is missing from a
 * restored backup.
 */
export const NEW_PAGE_AGE_MAX_MS = 30 * DAY_MS

/** The maximum length of a Firebase token, or of a push subscription as JSON. */
export const PUSH_TOKEN_LENGTH_MAX = 4_096
/** How long the desk shows the result of a push message. */
export const PUSH_RESULT_RETENTION_MS = 30 * DAY_MS

/**
 * The size limit of an error report. Most reports take a few kilobytes; recordings of sessions, which are forwarded,
 * take more.
 */
export const ERROR_REPORT_BYTES_MAX = 5 * 1024 * 1024
/** The size limit of a stored error event; larger events are refused. */
export const ERROR_EVENT_BYTES_MAX = 256 * 1024
/** The size limit of a browser's report of a policy violation. */
export const CSP_REPORT_BYTES_MAX = 16 * 1024
/** The maximum number of stored reports of one error; the latest are kept. */
export const STORED_REPORTS_PER_ERROR = 20
/** How long an error is kept after its last report. */
export const ERROR_RETENTION_MS = 90 * DAY_MS
/** The maximum number of latest records of each kind that the desk lists on the page of a person. */
export const PERSON_RECORDS_PER_KIND_MAX = 5
/** The maximum number of items that the inbox of the desk shows. */
export const INBOX_ITEMS_MAX = 50

/**
 * The interval at which the desk fetches the inbox. The hub announces only the changes of some kinds.
 */
export const INBOX_POLL_MS = 60 * SECOND_MS

/** The maximum number of new errors, or of payment alerts of one kind, that admins are notified of in an hour. */
export const ADMIN_ALERTS_PER_HOUR = 5

/** The size limit of an imported list of subscribers. */
export const SUBSCRIBER_IMPORT_BYTES_MAX = 1024 * 1024
/** The maximum number of lines of an imported list of subscribers. */
export const SUBSCRIBER_IMPORT_LINES_MAX = 10_000

/** The maximum length of a page's text, with its front matter. */
export const PAGE_SOURCE_LENGTH_MAX = 500_000
/** How long the proof that a person is the owner of an account is valid (`proveOwnership`). */
export const OWNERSHIP_PROOF_LIFETIME_MS = 15 * MINUTE_MS

/**
 * The time after which admins, and owners of kitchens that take cards, need a passkey or a second factor. It starts
 * when the account gets these rights.
 */
export const SECOND_FACTOR_GRACE_MS = 14 * DAY_MS

/** How long a passkey may take to respond to a challenge. */
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS
/** The maximum number of passkeys of an account. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_LENGTH_MAX = 80
/** The number of recovery codes of a second factor. */
export const RECOVERY_CODE_COUNT = 10

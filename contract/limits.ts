/** Every constant that both sides, or a test, must agree on: the unit in the name, the row of the checklist beside it. */

/** S9.01: how often an open page asks which version of the site is served. */
export const VERSION_POLL_MS = 30_000
/** S2.53, S9.02: how long a copy button says what happened. */
export const COPY_FEEDBACK_MS = 5_000
/** S9.02: a section is revealed when its top passes this share of the viewport's height. */
export const REVEAL_VIEWPORT_SHARE = 0.85
/** S2.55: letters of a name shown in place of a picture. */
export const AVATAR_INITIALS_MAX = 2

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** S5.02: the characters of a password. */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const
/** Of a person or a tool, in characters as a reader counts them. */
export const NAME_LENGTH_MAX = 80
/** RFC 5321 4.5.3.1: the longest address that a mail can be sent to. */
export const EMAIL_LENGTH_MAX = 254
/** How long an access token is good for. */
export const ACCESS_TOKEN_MS = 15 * MINUTE_MS
/** How long a reader may stay away and still be logged in; each refresh starts it anew. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS
/** However often it is used, a session ends after so long. */
export const SESSION_MS = 180 * DAY_MS
/** The same as REFRESH_TOKEN_MS for a guest. */
export const GUEST_REFRESH_TOKEN_MS = 1 * DAY_MS
/** A spent refresh token that the same client sends again within this time gets the same successor: tabs refresh at once. */
export const REFRESH_GRACE_MS = 10 * SECOND_MS
/** S2.31: how long the tokens that come back from a provider in the query are good for, once. */
export const LOGIN_HANDOFF_MS = 60 * SECOND_MS
/** How long a person may stay at the provider. */
export const PROVIDER_LOGIN_MS = 10 * MINUTE_MS
/** How long the link of a mail is good for. */
export const VERIFICATION_LINK_MS = 1 * DAY_MS
export const RESET_LINK_MS = 1 * HOUR_MS
/** How recent a login must be for what cannot be undone, where there is no password to ask for. */
export const RECENT_LOGIN_MS = 10 * MINUTE_MS
/** An uploaded picture, as it is sent. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024
/** A stored picture is a square of so many pixels. */
export const PICTURE_SIZE = 256
/** What must be typed to delete an account. */
export const DELETE_CONFIRMATION = 'delete my account'

/** S7.12, S9.02: how often an open page asks for notices. */
export const NOTICE_POLL_MS = 60_000
/** Within which time open pages ask for them once the hub has told of a change. */
export const NOTICE_JITTER_MS = 500
/** How often comments that are shown are asked for while there is no live connection. */
export const COMMENT_POLL_MS = 30_000
export const COMMENTS_PER_PAGE = 50
/** S5.03: in characters, as a reader counts them. */
export const COMMENT_LENGTH_MAX = 5_000
/** How long the author of a comment may change it. */
export const COMMENT_EDIT_MS = 10 * MINUTE_MS
/** How long the browser keeps what has been written and not posted. */
export const DRAFT_LIFETIME_MS = 30 * DAY_MS
/** How soon comments that wait are tried again, while the browser says that it has a network. */
export const WAITING_COMMENT_RETRY_MS = 10_000
/** How many visited pages are kept for when there is no connection, beside the home page. */
export const CACHED_PAGES_MAX = 60
/** How long a page that is kept waits for an answer from the server before its copy is shown. */
export const SLOW_NETWORK_MS = 4_000
/** How often the page that stands in without a connection asks whether the site is back: twice as long each time. */
export const SITE_RETRY_MS = { min: 5_000, max: 60_000 } as const
export const NOTICE_LENGTH_MAX = 300
export const NOTICE_LINKS_MAX = 3
export const LINK_LABEL_LENGTH_MAX = 40
export const ADDRESS_LENGTH_MAX = 2_000

/** S9.05: how the browser keeps its live connection. */
export const LIVE_SERVER_TIMEOUT_MS = 30_000
export const LIVE_KEEP_ALIVE_MS = 15_000
export const LIVE_RECONNECT_DELAYS_MS = [0, 2_000, 10_000, 30_000] as const
/** In bytes. */
export const LIVE_BUFFER_BYTES = 100_000
export const LIVE_POLL_TIMEOUT_MS = 100_000
/** How long a page that cannot connect waits before it tries again; up to a quarter more or less, by chance. */
export const LIVE_RETRY_MS = 30_000
/** How long a tab may be hidden before it lets go of its connection. */
export const LIVE_HIDDEN_MS = 10 * MINUTE_MS

/** A registration token, or the JSON of a subscription. */
export const PUSH_TOKEN_LENGTH_MAX = 4_096
/** RFC 8030 4.4: how long a push service keeps a message for a device that is off, in seconds; a notice at most to its end. */
export const PUSH_TTL_S = { notices: 86_400, replies: 7 * 86_400, orders: 3_600, errors: 86_400, test: 300 } as const
/** How long the desk shows what became of a push message. */
export const PUSH_LEDGER_RETENTION_MS = 30 * DAY_MS

/** An error report, which is a few kilobytes; a recording, which is passed on, has more. */
export const REPORT_BYTES_MAX = 5 * 1024 * 1024
/** What is kept of one: more of it is refused. */
export const REPORT_EVENT_BYTES_MAX = 256 * 1024
/** A browser's report of something that the policy refused. */
export const POLICY_REPORT_BYTES_MAX = 16 * 1024
/** How many reports of one error are kept, the latest. */
export const REPORTS_PER_ERROR = 20
/** How long an error that does not come up again is kept. */
export const ERROR_RETENTION_MS = 90 * DAY_MS
/** How many new errors, or payment alerts of one kind, an hour admins are told of at most, by mail and push. */
export const ADMIN_MAILS_PER_HOUR = 5

import * as z from 'zod'
import { defineEndpoint, type RateLimit } from './endpoint.ts'
import { HOUR_MS, MINUTE_MS } from './limits.ts'
import { passwordProblemCodes } from './password-rules.ts'
import { secondFactorCodeSchema } from './second-factor.ts'

/** Text as the user typed it. This schema limits its length only; other rules have error codes of their own. */
const userText = z.string('must be text').max(1000, 'is too long')
const token = z.string().min(1).max(4096)
const url = z.string().max(2000)
const nothing = z.undefined()
/** The reply of calls that must not reveal whether an email address has an account: the same in both cases. */
const accepted = z.object({ message: z.string() })

/** The tokens of a session (S7.02). */
export const tokenPairSchema = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.output<typeof tokenPairSchema>

/** The roles of an account. The specification names only `Admin` (S3.01). */
export const roles = ['Admin', 'Partner', 'Guest'] as const
export type Role = (typeof roles)[number]

/** The user who is logged in (S3.01). */
const authUser = z.object({
  id: z.string(),
  /** The display name. */
  user: z.string(),
  email: z.string(),
  /** The URL of the picture on this site; null without a picture. */
  profilePicture: z.string().nullable(),
  roles: z.array(z.enum(roles)),
})
export type AuthUser = z.output<typeof authUser>

/** Limits that slow down the guessing of passwords. When the time window of a limit is over, callers can try again. */
const guessing = [
  { per: 'address', max: 60, windowMs: 10 * MINUTE_MS },
  { per: 'address and email', max: 10, windowMs: 10 * MINUTE_MS },
  { per: 'email', max: 100, windowMs: HOUR_MS },
] as const satisfies RateLimit[]

/** Limits calls that send a mail, so that nobody's mailbox is flooded. */
const mailing = [
  { per: 'address', max: 30, windowMs: HOUR_MS },
  { per: 'email', max: 5, windowMs: HOUR_MS },
] as const satisfies RateLimit[]

/** The limits of a call that sends a mail only after checks of its own. */
const checkedMailing = [mailing[0], { ...mailing[1], isCountedByHandler: true }] as const satisfies RateLimit[]

/**
 * Exchanges a refresh token for a new pair of tokens (S7.02). With `isFromUrl`, the token comes from the query of a
 * URL, where anybody can put a token. The call then accepts only the token of a provider login, and only in the browser
 * that began this login.
 */
export const renewSession = defineEndpoint({
  method: 'POST',
  path: '/auth/refresh',
  access: 'anyone',
  body: z.object({ refreshToken: token, isFromUrl: z.boolean().default(false) }),
  replies: { 200: tokenPairSchema },
  errors: ['session_over', 'account_banned'],
  limits: [{ per: 'address', max: 600, windowMs: 10 * MINUTE_MS }],
})

/** Returns the user of the session (S7.03). */
export const getCurrentUser = defineEndpoint({
  method: 'GET',
  path: '/auth/current-user',
  access: 'guest',
  replies: { 200: authUser },
})

/**
 * Ends the session of the access token. When a refresh token is sent, also ends the session of that token. Other
 * sessions stay (S7.04).
 */
export const logout = defineEndpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'anyone',
  body: z.object({ refreshToken: token.optional() }).nullish(),
  replies: { 204: nothing },
})

/**
 * Starts a signup (S7.05, S3.05, S8.01). With `isPartner`, the signup is also an application to become a partner, which
 * an admin decides.
 */
export const requestSignup = defineEndpoint({
  method: 'POST',
  path: '/auth/signup',
  access: 'anyone',
  body: z.object({
    name: userText,
    email: userText,
    password: userText,
    isPartner: z.boolean().default(false),
    /** The page of this site that the link in the mail leads to. */
    verificationUrl: url,
  }),
  replies: { 200: accepted },
  errors: ['name_missing', 'name_too_long', 'email_invalid', ...passwordProblemCodes, 'foreign_address', 'busy'],
  plainErrors: true,
  limits: checkedMailing,
})

/** Logs in by email and password (S7.06). */
export const passwordLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/manual-login',
  access: 'anyone',
  /** `code`: needed when the account has a second factor. */
  body: z.object({ email: userText, password: userText, code: secondFactorCodeSchema.optional() }),
  replies: { 200: tokenPairSchema },
  errors: ['wrong_credentials', 'email_unverified', 'account_banned', 'code_required', 'code_wrong', 'busy'],
  plainErrors: true,
  limits: guessing,
})

/** Opens a guest session for ordering (S7.07, S5.01). */
export const guestLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/guestcheckout',
  access: 'anyone',
  body: z.object({ name: userText.default(''), email: userText.default('') }),
  replies: { 200: z.object({ token: z.string(), refreshToken: z.string() }) },
  errors: ['guest_incomplete', 'name_too_long', 'email_invalid', 'account_banned'],
  limits: [{ per: 'address', max: 60, windowMs: HOUR_MS }],
})

/** The providers that the site supports; a provider works only when its keys are configured. */
export const loginProviders = ['google', 'microsoft'] as const
export type LoginProvider = (typeof loginProviders)[number]

/** Returns the providers to log in with, and whether the site can send mail. */
export const getLoginProviders = defineEndpoint({
  method: 'GET',
  path: '/auth/providers',
  access: 'anyone',
  /** `mail`: whether the site can send mail. Without mail, the author passes on the links of signups. */
  replies: { 200: z.object({ providers: z.array(z.enum(loginProviders)), mail: z.boolean() }) },
})

/**
 * Redirects to the provider (S7.08). Browsers open this URL as a link, not by a fetch. After the login, the browser is
 * sent to `returnUrl` with `token` and `refreshtoken` in the query, or with `error`, a code of errors.ts.
 */
export const startProviderLogin = {
  path: '/auth/login/:provider',
  callbackPath: '/auth/login/:provider/callback',
  params: z.object({ provider: z.enum(loginProviders) }),
  query: z.object({ returnUrl: url }),
  limits: [{ per: 'address', max: 60, windowMs: 10 * MINUTE_MS }],
} as const

/**
 * Uses the token of a mailed link: creates an account and logs in, or confirms the new email address of an account
 * (S2.13). Opening the page does not use the token.
 */
export const redeemMailLink = defineEndpoint({
  method: 'POST',
  path: '/auth/verify-email',
  access: 'anyone',
  body: z.object({ token }),
  /**
   * `guest`: the confirmed email address has no account, because a guest gave it for an order. `session`: the session
   * of the new account, unless a reader is logged in. `needsPassword`: the new account has no password. Its email
   * address had signups with different passwords or providers, so a stranger may have chosen the password.
   */
  replies: {
    200: z.object({
      email: z.string(),
      guest: z.literal(true).optional(),
      needsPassword: z.literal(true).optional(),
      session: tokenPairSchema.optional(),
    }),
  },
  /**
   * `unauthenticated`: refuses an expired access token. Otherwise the reader would count as logged out, and the link
   * could log the reader into another account.
   */
  errors: ['link_used', 'link_expired', 'unauthenticated'],
  limits: [{ per: 'address', max: 60, windowMs: 10 * MINUTE_MS }],
})

export const resendVerification = defineEndpoint({
  method: 'POST',
  path: '/auth/resend-verification',
  access: 'anyone',
  body: z.object({ email: userText, verificationUrl: url }),
  replies: { 200: accepted },
  errors: ['email_invalid', 'foreign_address'],
  limits: mailing,
})

export const forgotPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'anyone',
  body: z.object({ email: userText }),
  replies: { 200: accepted },
  errors: ['email_invalid'],
  limits: mailing,
})

/** Sets a new password by the token of a mail, ends all other sessions and starts a new one. */
export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'anyone',
  body: z.object({ token, password: userText, code: secondFactorCodeSchema.optional() }),
  replies: { 200: tokenPairSchema },
  errors: [
    'link_used',
    'link_expired',
    ...passwordProblemCodes,
    'account_banned',
    'code_required',
    'code_wrong',
    'busy',
  ],
  limits: [{ per: 'address', max: 30, windowMs: 10 * MINUTE_MS }],
})

/**
 * Makes the person who opens the one-time link the first admin. A logged-in person becomes the admin with their
 * account. A person without a login gets a new account.
 */
export const claimSiteAsFirstAdmin = defineEndpoint({
  method: 'POST',
  path: '/auth/claim',
  access: 'anyone',
  /** A logged-in person sends only the token. */
  body: z.object({ token, name: userText.default(''), email: userText.default(''), password: userText.default('') }),
  replies: { 200: tokenPairSchema },
  /** `unauthenticated`: refuses an expired access token. Otherwise the reader would count as logged out. */
  errors: [
    'link_used',
    'link_expired',
    'unauthenticated',
    'wrong_credentials',
    'name_missing',
    'name_too_long',
    'email_invalid',
    ...passwordProblemCodes,
    'other_login_required',
    'busy',
  ],
  limits: [{ per: 'address', max: 30, windowMs: 10 * MINUTE_MS }],
})

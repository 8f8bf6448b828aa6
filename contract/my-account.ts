import * as z from 'zod'
import { type LoginProvider, loginProviders } from './accounts.ts'
import { damagedRowsSchema } from './damaged-rows.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS, MINUTE_MS, PICTURE_BYTES_MAX } from './limits.ts'
import { passkeyAssertionSchema } from './passkeys.ts'
import { passwordProblemCodes } from './password-rules.ts'
import { secondFactorCodeSchema } from './second-factor.ts'

const userText = z.string('must be text').max(1000, 'is too long')
const nothing = z.undefined()
const ms = z.int()

/** The data of the account page, except for the sessions. */
export const myAccountSchema = z.object({
  name: z.string(),
  email: z.string(),
  /** A requested new email address that is not confirmed yet; null without such a request. */
  pendingEmail: z.string().nullable(),
  profilePicture: z.string().nullable(),
  hasPassword: z.boolean(),
  providers: z.array(z.enum(loginProviders)),
  createdAt: ms,
})
export type MyAccount = z.output<typeof myAccountSchema>
export type { LoginProvider }

export const getMyAccount = defineEndpoint({
  method: 'GET',
  path: '/api/account',
  access: 'reader',
  replies: { 200: myAccountSchema },
})

export const changeName = defineEndpoint({
  method: 'PATCH',
  path: '/api/account',
  access: 'reader',
  body: z.object({ name: userText }),
  replies: { 200: myAccountSchema },
  errors: ['name_missing', 'name_too_long'],
})

/** Stores the uploaded image file as the picture: the server decodes it, crops it to a square and encodes it again. */
export const storeProfilePicture = defineEndpoint({
  method: 'PUT',
  path: '/api/account/picture',
  access: 'reader',
  body: z.instanceof(Uint8Array, { error: 'must be a picture' }),
  bodyLimit: PICTURE_BYTES_MAX,
  replies: { 200: myAccountSchema },
  errors: ['picture_unreadable', 'picture_too_large', 'busy'],
  limits: [{ per: 'account', max: 20, windowMs: HOUR_MS }],
})

export const removePicture = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/picture',
  access: 'reader',
  replies: { 200: myAccountSchema },
})

/**
 * Changes the password and ends all other sessions. Before this call, the caller must prove ownership of the account
 * (`proveOwnership`). The same is true for `requestEmailChange` and `deleteAccount`.
 */
export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/account/password',
  access: 'reader',
  body: z.object({ newPassword: userText }),
  replies: { 204: nothing },
  errors: ['proof_required', ...passwordProblemCodes, 'busy'],
  limits: [{ per: 'account', max: 10, windowMs: 10 * MINUTE_MS }],
})

/**
 * Requests a new email address. The address changes when the link in the mail to the new address is used; the old
 * address gets a notification.
 */
export const requestEmailChange = defineEndpoint({
  method: 'POST',
  path: '/api/account/email',
  access: 'reader',
  body: z.object({ email: userText, verificationUrl: z.string().max(2000) }),
  replies: { 200: z.object({ message: z.string() }) },
  errors: ['proof_required', 'email_invalid', 'foreign_address'],
  limits: [
    { per: 'account', max: 10, windowMs: HOUR_MS },
    { per: 'email', max: 5, windowMs: HOUR_MS, isCountedByHandler: true },
  ],
})

/**
 * Proves with the password and the second factor, or with a passkey, that the caller is the owner of the account. The
 * proof is valid for 15 minutes, and only in this session.
 */
export const proveOwnership = defineEndpoint({
  method: 'POST',
  path: '/api/account/proof',
  access: 'reader',
  body: z.union([
    z.object({ password: userText, code: secondFactorCodeSchema.optional() }),
    z.object({ credential: passkeyAssertionSchema }),
  ]),
  replies: { 204: nothing },
  errors: [
    'wrong_password',
    'proof_required',
    'code_required',
    'code_wrong',
    'passkey_unknown',
    'passkey_refused',
    'busy',
  ],
  limits: [{ per: 'account', max: 10, windowMs: 10 * MINUTE_MS }],
})

export const sessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  /** How the session started. */
  method: z.enum(['password', 'passkey', 'link', 'guest', ...loginProviders]),
  /** The browser and its system, such as "Chrome on Windows". */
  device: z.string(),
  address: z.string(),
  createdAt: ms,
  lastUsedAt: ms,
})
export type AccountSession = z.output<typeof sessionSchema>

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'reader',
  replies: { 200: z.object({ sessions: z.array(sessionSchema), damaged: damagedRowsSchema }) },
})

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'reader',
  params: z.object({ id: z.uuid() }),
  replies: { 204: nothing },
  errors: ['not_found'],
})

/** Ends all sessions but the current one. */
export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'reader',
  replies: { 204: nothing },
})

/** Returns all data that the site stores about the account, as one JSON document. */
export const exportMyData = defineEndpoint({
  method: 'GET',
  path: '/api/account/export',
  access: 'reader',
  replies: { 200: z.record(z.string(), z.unknown()) },
  limits: [{ per: 'account', max: 10, windowMs: HOUR_MS }],
})

export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/delete',
  access: 'reader',
  body: z.object({ confirmation: userText }),
  replies: { 204: nothing },
  errors: ['confirmation_wrong', 'proof_required', 'last_admin'],
})

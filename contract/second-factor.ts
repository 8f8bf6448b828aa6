import * as z from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { MINUTE_MS } from './limits.ts'

/**
 * The second factor of a login with the password: codes of an authenticator app (TOTP, RFC 6238), and recovery codes
 * for a person who has lost the app. A passkey needs no second factor.
 */

/** The code that somebody typed: six digits of the app, or a recovery code. Spaces and hyphens do not matter. */
export const secondFactorCodeSchema = z.string().max(100)

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const limits = [{ per: 'account', max: 20, windowMs: 10 * MINUTE_MS }] as const

export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/account/second-factor',
  access: 'reader',
  replies: {
    200: z.object({
      /** When the second factor was switched on, in milliseconds since 1970; null while it is off. */
      since: z.int().nullable(),
      recoveryCodesLeft: z.int(),
      /** Whether the account has a password. Only logins with a password ask for the second factor. */
      hasPassword: z.boolean(),
    }),
  },
})

/** Begins to set up an app with a new secret. Logins need no code until `enableSecondFactor` succeeds. */
export const beginSecondFactorSetup = defineEndpoint({
  method: 'POST',
  path: '/api/account/second-factor/secret',
  access: 'reader',
  replies: {
    200: z.object({
      /** In base32 (RFC 4648), for typing. */
      secret: z.string(),
      /** The URL `otpauth://…`, which an app opens. */
      address: z.string(),
      /** The same URL as a QR code: the number of modules on each side, and the dark modules as an SVG path. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  },
  errors: ['proof_required', 'second_factor_on', 'password_needed'],
  limits,
})

/** Switches the second factor on with the first code of the app, and tells the owner by mail. */
export const enableSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/account/second-factor',
  access: 'reader',
  body: z.object({ code: secondFactorCodeSchema }),
  replies: { 200: recoveryCodes },
  errors: ['proof_required', 'second_factor_on', 'code_wrong'],
  limits,
})

/** Replaces all recovery codes. */
export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  access: 'reader',
  replies: { 200: recoveryCodes },
  errors: ['proof_required', 'not_found'],
  limits,
})

/** Switches the second factor off, and tells the owner by mail. */
export const removeSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/second-factor',
  access: 'reader',
  replies: { 204: z.undefined() },
  errors: ['proof_required', 'not_found'],
})

import * as z from 'zod'
import { tokenPairSchema } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { HOUR_MS, MINUTE_MS, PASSKEY_NAME_LENGTH_MAX } from './limits.ts'

/**
 * Passkeys (Web Authentication Level 3, https://www.w3.org/TR/webauthn-3/). The options and responses have the JSON
 * forms of section 5.1, which browsers read and write. The server's library validates them completely.
 */

const nothing = z.undefined()
const ms = z.int()
const base64url = z.base64url().max(16_384)
const bytes = base64url.min(1)

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the passkey is copied between the devices of its owner. */
  isSynced: z.boolean(),
  createdAt: ms,
  /** Null until the passkey has been used. */
  lastUsedAt: ms.nullable(),
})
export type Passkey = z.output<typeof passkey>

/** Returns the schema of a `PublicKeyCredentialJSON`. @param response the schema of its field `response` */
const credentialOf = <R extends z.ZodType>(response: R) =>
  z.object({
    id: bytes,
    rawId: bytes,
    type: z.literal('public-key'),
    authenticatorAttachment: z.string().max(40).nullish(),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
    response,
  })

/** A new passkey. Its `response` has the fields of an `AuthenticatorAttestationResponseJSON` that the server reads. */
const newCredential = credentialOf(
  z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
)
export type NewCredential = z.output<typeof newCredential>

/** The proof that the caller has a passkey. Its `response` is an `AuthenticatorAssertionResponseJSON`. */
export const passkeyAssertionSchema = credentialOf(
  z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: base64url.nullish(),
  }),
)
export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>

/** The options with which the browser requests a passkey: a `PublicKeyCredentialRequestOptionsJSON`. */
const requestOptions = z.looseObject({ challenge: z.string(), rpId: z.string().optional() })

/** Begins a login with a passkey. The challenge is valid for five minutes and for one response. */
export const beginPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/passkey/options',
  access: 'anyone',
  replies: { 200: requestOptions },
  limits: [{ per: 'address', max: 120, windowMs: 10 * MINUTE_MS }],
})

/**
 * Logs in to the account of a passkey. The login also counts as a proof of ownership, like a call of `proveOwnership`.
 */
export const passkeyLogin = defineEndpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'anyone',
  body: z.object({ credential: passkeyAssertionSchema }),
  replies: { 200: tokenPairSchema },
  errors: ['passkey_unknown', 'passkey_refused', 'account_banned'],
  limits: [{ per: 'address', max: 60, windowMs: 10 * MINUTE_MS }],
})

/** Lists the passkeys of the account, oldest first. */
export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  access: 'reader',
  replies: { 200: z.object({ passkeys: z.array(passkey) }) },
})

/**
 * Begins to add a passkey. The caller must first prove ownership of the account (`proveOwnership`). For an
 * account without a password and without a passkey, a login within the last 10 minutes is enough.
 */
export const beginPasskeyRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/account/passkeys/options',
  access: 'reader',
  replies: { 200: z.looseObject({ challenge: z.string() }) },
  errors: ['proof_required', 'passkeys_full'],
  limits: [{ per: 'account', max: 60, windowMs: HOUR_MS }],
})

/** Adds a passkey, and tells its owner by mail. */
export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  access: 'reader',
  body: z.object({ credential: newCredential }),
  replies: { 201: passkey },
  errors: ['proof_required', 'passkey_refused', 'passkeys_full'],
  limits: [{ per: 'account', max: 60, windowMs: HOUR_MS }],
})

const passkeyParams = z.object({ id: z.uuid() })

export const renamePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  access: 'reader',
  params: passkeyParams,
  body: z.object({ name: z.string().trim().min(1, 'Enter a name.').max(PASSKEY_NAME_LENGTH_MAX, 'is too long') }),
  replies: { 200: passkey },
  errors: ['name_missing', 'not_found'],
})

/** Removes a passkey, and tells its owner by mail. The caller must first prove ownership (`proveOwnership`). */
export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  access: 'reader',
  params: passkeyParams,
  replies: { 204: nothing },
  errors: ['not_found', 'proof_required'],
})

/** Begins a proof of ownership with a passkey of the account; the response goes to `proveOwnership`. */
export const beginPasskeyProof = defineEndpoint({
  method: 'POST',
  path: '/api/account/proof/options',
  access: 'reader',
  replies: { 200: requestOptions },
  limits: [{ per: 'account', max: 60, windowMs: 10 * MINUTE_MS }],
})

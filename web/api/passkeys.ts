import type { TokenPair } from '#contract/accounts.ts'
import { errors } from '#contract/errors.ts'
import { proveOwnership } from '#contract/my-account.ts'
import {
  addPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  beginPasskeyRegistration,
  listPasskeys,
  type NewCredential,
  type Passkey,
  type PasskeyAssertion,
  passkeyLogin,
} from '#contract/passkeys.ts'
import { nativePlatform } from '../device/native.ts'
import { buildEndpointQueryOptions } from './build-query-options.ts'
import { callForJson } from './call-api.ts'
import { ApiError } from './problem.ts'

const loadWebAuthn = () => import('@simplewebauthn/browser')

/**
 * Returns whether this page can use passkeys. Browsers allow them on HTTPS and on `localhost`, and only with a host
 * name, not an IP address (WebAuthn 5.1.3).
 */
export const hasPasskeySupport = (): boolean =>
  !nativePlatform &&
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  !/^[\d.]+$|:/.test(window.location.hostname)

/** Returns whether the browser can suggest passkeys in a field. */
export const canOfferPasskeyAutofill = async (): Promise<boolean> =>
  hasPasskeySupport() && (await loadWebAuthn()).browserSupportsWebAuthnAutofill()

/** Returns the query of the account's passkeys. */
export const passkeysQueryOptions = () => buildEndpointQueryOptions(['account passkeys'], listPasskeys)

/** Creates a passkey and adds it to the account. @throws {ApiError} also when the browser creates no passkey */
export async function createPasskey(): Promise<Passkey> {
  const { startRegistration } = await loadWebAuthn()
  const options = await callForJson(beginPasskeyRegistration)
  const credential = await startRegistration({ optionsJSON: options as never }).catch(refuse)
  return callForJson(addPasskey, { body: { credential: credential as NewCredential } })
}

/** Asks the reader to use a passkey. @throws {ApiError} also when the reader uses no passkey */
async function askForPasskey(begin: typeof beginPasskeyLogin | typeof beginPasskeyProof): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadWebAuthn()
  const options = await callForJson(begin)
  return startAuthentication({ optionsJSON: options as never }).catch(refuse) as Promise<PasskeyAssertion>
}

/**
 * Returns the tokens of a login with a passkey that the reader chooses.
 * @throws {ApiError} also when the reader uses no passkey
 */
export const fetchPasskeyLoginTokens = async (): Promise<TokenPair> =>
  callForJson(passkeyLogin, { body: { credential: await askForPasskey(beginPasskeyLogin) } })

/** Proves with a passkey that the reader owns the account. @throws {ApiError} also when the reader uses no passkey */
export const proveOwnershipWithPasskey = async (): Promise<void> =>
  callForJson(proveOwnership, { body: { credential: await askForPasskey(beginPasskeyProof) } })

/**
 * Suggests the passkeys of the device in the field whose `autocomplete` ends in `webauthn`, and returns the tokens of a
 * login with the passkey that the reader chooses.
 * @param isWanted returns whether to suggest passkeys now; called when the server has answered, because the suggestion
 *   ends any other request for a passkey
 * @returns the tokens of the login; null when another request for a passkey has ended the suggestion
 * @throws {ApiError}
 */
export async function fetchPasskeyAutofillTokens(isWanted: () => boolean): Promise<TokenPair | null> {
  const { startAuthentication } = await loadWebAuthn()
  const options = await callForJson(beginPasskeyLogin)
  if (!isWanted()) return null
  const credential = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: true }).catch(
    () => null,
  )
  return credential && callForJson(passkeyLogin, { body: { credential: credential as PasskeyAssertion } })
}

export const endPasskeyAutofill = async (): Promise<void> =>
  (await loadWebAuthn()).WebAuthnAbortService.cancelCeremony()

/**
 * Throws an error with a message for the reader. Browsers do not say why no passkey was used, so that pages cannot find
 * out which passkeys a device has.
 */
function refuse(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  const message = isKnown
    ? 'This device has a passkey for your account already.'
    : 'The browser has used no passkey. Try again, or use your password.'
  throw new ApiError({ code: 'passkey_refused', message }, errors.passkey_refused.status)
}

import { PasskeyAuthenticator } from './authenticator.ts'
import { createTestSite, PASSWORD, type TestSite } from './site.ts'

/** Creates a site with a reader who has added a passkey. */
export async function createSiteWithPasskey() {
  const site = await createTestSite()
  const nora = await site.createReader('nora@example.org')
  const authenticator = new PasskeyAuthenticator()
  await proveOwnershipByPassword(site, nora.accessToken)
  const added = await addPasskey(site, nora.accessToken, authenticator)
  return { site, nora, authenticator, passkey: added.json() }
}

/** Proves with the password that the reader is the owner of the account. */
export const proveOwnershipByPassword = ({ call }: TestSite, token: string) =>
  call('POST', '/api/account/proof', { token, body: { password: PASSWORD } })

/** Adds a passkey to the account of a reader. Call `proveOwnershipByPassword` before, or the site refuses. */
export async function addPasskey(
  { call }: TestSite,
  token: string,
  authenticator: PasskeyAuthenticator,
  change?: Parameters<PasskeyAuthenticator['create']>[1],
) {
  const options = await call('POST', '/api/account/passkeys/options', { token, body: {} })
  if (options.statusCode !== 200) return options
  const credential = authenticator.create(options.json(), change)
  return call('POST', '/api/account/passkeys', {
    token,
    body: { credential },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' },
  })
}

/** Begins a login with a passkey. @returns the options for the browser */
export const requestLoginOptions = async ({ call }: TestSite) =>
  (await call('POST', '/auth/passkey/options', { body: {} })).json()

/** Sends the response of a passkey. */
export const logInWithPasskey = ({ call }: TestSite, credential: unknown) =>
  call('POST', '/auth/passkey', { body: { credential } })

/** Returns the status of a success, or the code of a refusal. */
export const getStatusOrCode = (answer: { statusCode: number; body: string }) =>
  answer.statusCode < 300 ? answer.statusCode : JSON.parse(answer.body).code

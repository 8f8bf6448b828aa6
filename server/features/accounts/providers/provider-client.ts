import type { Configuration, CustomFetch } from 'openid-client'
import type { Provider } from '#contract/accounts.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { Refusal } from '../../../http/failures.ts'
import type { FlowSecrets } from './login-flows.ts'
import { type ProviderProfile, profileOf } from './provider-profile.ts'
import { isDescribedBy, issuerOf, type ProviderSettings } from './provider-settings.ts'

/** Speaks to one provider as its relying party. */
export interface ProviderClient {
  /** Where to send somebody to log in. @throws when the provider cannot be reached */
  authorizationUrl: (secrets: FlowSecrets, redirectUri: string) => Promise<URL>
  /**
   * Exchanges the code of a callback and checks the ID token: signature, issuer, audience, times, nonce.
   * @param callback the redirect URI with the query that came to it
   * @throws {Refusal} provider_denied; any other error when the provider or what it says is not right
   */
  profile: (callback: URL, secrets: FlowSecrets) => Promise<ProviderProfile>
}

/** How long any one answer of a provider is waited for. */
const TIMEOUT_S = 5
/** How long a provider's description of itself is kept. */
const DISCOVERY_KEPT_MS = HOUR_MS
/**
 * Where openid-client expects Microsoft. By this name alone it knows that the issuer has the tenant's id in it, and
 * compares it with the `tid` of each token.
 */
const ENTRA = 'https://login.microsoftonline.com'

/**
 * The client of a provider. Nothing is loaded or asked before somebody logs in with it.
 * @throws {StartError} when its issuer is not safe
 */
export function createProviderClient(provider: Provider, settings: ProviderSettings): ProviderClient {
  const issuer = issuerOf(provider, settings)
  const discovered = remembered(() => discover(provider, settings, issuer))
  return {
    authorizationUrl: async ({ state, nonce, codeVerifier }, redirectUri) => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      return buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    profile: async (callback, { state, nonce, codeVerifier }) => {
      const { authorizationCodeGrant, AuthorizationResponseError } = await import('openid-client')
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      }
      const tokens = await authorizationCodeGrant(await discovered(), callback, checks).catch((error) => {
        const denied = error instanceof AuthorizationResponseError && error.error === 'access_denied'
        throw denied ? new Refusal('provider_denied') : error
      })
      return profileOf(provider, tokens.claims() ?? {})
    },
  }
}

async function discover(provider: Provider, settings: ProviderSettings, issuer: string): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await import('openid-client')
  const { clientId, clientSecret } = settings
  const { href, pathname, protocol } = new URL(issuer)
  // Another cloud of Microsoft, or a stand-in, is asked for by the name that openid-client knows.
  const asked = provider === 'microsoft' ? new URL(pathname, ENTRA) : new URL(href)
  const fetchIssuer: CustomFetch = (url, options) => fetch(url.replace(asked.href, href), options as RequestInit)
  const found = await discovery(asked, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    // Tokens come straight from the provider over TLS; their signature is checked as well (OpenID Connect Core 3.1.3.7).
    execute: [enableNonRepudiationChecks, ...(protocol === 'http:' ? [allowInsecureRequests] : [])],
    [customFetch]: fetchIssuer,
  })
  const described = found.serverMetadata().issuer
  if (!isDescribedBy(provider, issuer, described)) throw new Error(`${issuer} describes itself as ${described}`)
  return found
}

/** Keeps what a call gave for a while; not its failure, and of calls at once only one is made. */
function remembered<T>(call: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (kept && kept.until > Date.now()) return kept.answer
    const made = { answer: call(), until: Date.now() + DISCOVERY_KEPT_MS }
    kept = made
    made.answer.catch(() => {
      if (kept === made) kept = undefined
    })
    return made.answer
  }
}

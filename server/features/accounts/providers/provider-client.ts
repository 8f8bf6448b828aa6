import type { Configuration, CustomFetch } from 'openid-client'
import type { LoginProvider } from '#contract/accounts.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { Refusal } from '../../../http/failures.ts'
import { StartError } from '../../../http/start-error.ts'
import type { OidcRequestSecrets } from './provider-account.ts'
import { type ProviderProfile, parseProviderProfile } from './provider-profile.ts'

export interface ProviderSettings {
  clientId: string
  clientSecret: string
  /** The issuer; by default the provider's public issuer. */
  issuer?: string | undefined
}

export type ConfiguredProviders = Partial<Record<LoginProvider, ProviderSettings>>

const usualIssuers: Record<LoginProvider, string> = {
  google: 'https://accounts.google.com',
  // The issuer for work, school and personal accounts of every tenant.
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
}

/**
 * Returns the issuer of a provider. An attacker who can answer requests to the issuer could log in as anybody. So the
 * issuer must use TLS, except on this machine.
 * @throws {StartError} that names the environment variable
 */
export function getSafeIssuerUrl(
  provider: LoginProvider,
  { issuer = usualIssuers[provider] }: ProviderSettings,
): string {
  const url = URL.parse(issuer)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return issuer
  throw new StartError(`${provider.toUpperCase()}_ISSUER must be an address with https:// (http:// only on 127.0.0.1).`)
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/**
 * Returns whether the metadata is that of the requested issuer (OpenID Connect Discovery 4.3). Microsoft's metadata
 * contains the tenant's id when a tenant was requested by its name. It contains a placeholder when all tenants were
 * requested.
 */
export function isMetadataOfIssuer(provider: LoginProvider, requested: string, described: string): boolean {
  if (described === requested || provider === 'google') return described === requested
  const [tenant = '', id = ''] = [requested, described].map((issuer) => issuer.split('/')[3])
  const mayStandFor = ['common', 'organizations'].includes(tenant)
    ? id === '{tenantid}'
    : guid.test(id) && !guid.test(tenant)
  return mayStandFor && described === requested.replace(`/${tenant}/`, `/${id}/`)
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const TIMEOUT_S = 5
const DISCOVERY_KEPT_MS = HOUR_MS
/**
 * The origin of Microsoft's issuers in openid-client. For this origin only, openid-client expects the tenant's id in
 * the issuer and compares it with the `tid` of each token.
 */
const ENTRA = 'https://login.microsoftonline.com'

/**
 * Creates the client of a provider. The first request is sent at the first login. @throws {StartError} when the issuer
 * is not safe
 */
export function createProviderClient(provider: LoginProvider, settings: ProviderSettings) {
  const issuer = getSafeIssuerUrl(provider, settings)
  const discovered = memoize(() => discover(provider, settings, issuer))
  return {
    /**
     * Returns the provider's URL to which the browser is redirected. @throws {Error} when the provider cannot be
     * reached
     */
    authorizationUrl: async ({ state, nonce, codeVerifier }: OidcRequestSecrets, redirectUri: string): Promise<URL> => {
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
    /**
     * Exchanges the code of a callback for an ID token, and checks its signature, issuer, audience, times and nonce.
     * @param callback the redirect URI with the query of the callback
     * @throws {Refusal} provider_denied; any other error when the provider fails or its answer is invalid
     */
    profile: async (callback: URL, { state, nonce, codeVerifier }: OidcRequestSecrets): Promise<ProviderProfile> => {
      const { authorizationCodeGrant, AuthorizationResponseError } = await import('openid-client')
      const secrets = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier }
      const checks = { ...secrets, idTokenExpected: true }
      const tokens = await authorizationCodeGrant(await discovered(), callback, checks).catch((error) => {
        const denied = error instanceof AuthorizationResponseError && error.error === 'access_denied'
        throw denied ? new Refusal('provider_denied') : error
      })
      return parseProviderProfile(provider, tokens.claims() ?? {})
    },
  }
}

async function discover(provider: LoginProvider, settings: ProviderSettings, issuer: string): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await import('openid-client')
  const { clientId, clientSecret } = settings
  const { href, pathname, protocol } = new URL(issuer)
  // openid-client treats only Microsoft's public origin as Microsoft. So openid-client gets this origin even when
  // another one is configured, such as another Microsoft cloud or a test double.
  const requested = provider === 'microsoft' ? new URL(pathname, ENTRA) : new URL(href)
  const fetchIssuer: CustomFetch = (url, options) => fetch(url.replace(requested.href, href), options as RequestInit)
  const configuration = await discovery(requested, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    // Tokens come directly from the provider over TLS. Their signature is checked nevertheless (OpenID Connect Core
    // 3.1.3.7).
    execute: [enableNonRepudiationChecks, ...(protocol === 'http:' ? [allowInsecureRequests] : [])],
    [customFetch]: fetchIssuer,
  })
  const described = configuration.serverMetadata().issuer
  if (!isMetadataOfIssuer(provider, issuer, described)) throw new Error(`${issuer} describes itself as ${described}`)
  return configuration
}

/** Caches the result of a call for a limited time. Simultaneous callers share one call; failures are not cached. */
function memoize<T>(call: () => Promise<T>): () => Promise<T> {
  let cache: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (cache && cache.until > Date.now()) return cache.answer
    const entry = { answer: call(), until: Date.now() + DISCOVERY_KEPT_MS }
    cache = entry
    entry.answer.catch(() => {
      if (cache === entry) cache = undefined
    })
    return entry.answer
  }
}

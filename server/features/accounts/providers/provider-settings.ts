import type { Provider } from '#contract/accounts.ts'
import { StartError } from '../../../http/start-error.ts'

/** The credentials of this site at a provider. */
export interface ProviderSettings {
  clientId: string
  clientSecret: string
  /** The issuer; the provider's usual one by default. */
  issuer?: string | undefined
}

/** The providers that this site has been set up for. */
export type ConfiguredProviders = Partial<Record<Provider, ProviderSettings>>

const usualIssuers: Record<Provider, string> = {
  google: 'https://accounts.google.com',
  // Work, school and personal accounts of every tenant.
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
}

/**
 * Returns the issuer of a provider. An attacker who answers for the issuer can log in as anybody, so it must use TLS,
 * except on this machine.
 * @throws {StartError} naming the variable
 */
export function issuerOf(provider: Provider, { issuer = usualIssuers[provider] }: ProviderSettings): string {
  const url = URL.parse(issuer)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return issuer
  throw new StartError(`${provider.toUpperCase()}_ISSUER must be an address with https:// (http:// only on 127.0.0.1).`)
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

/**
 * Returns whether the issuer in the metadata is the requested one (OpenID Connect Discovery 4.3). Microsoft's metadata
 * has the tenant's id when the tenant was requested by name, and a template when all tenants were requested.
 */
export function isDescribedBy(provider: Provider, requested: string, described: string): boolean {
  if (described === requested || provider === 'google') return described === requested
  const [tenant = '', id = ''] = [requested, described].map((issuer) => issuer.split('/')[3])
  const mayStandFor = ['common', 'organizations'].includes(tenant)
    ? id === '{tenantid}'
    : guid.test(id) && !guid.test(tenant)
  return mayStandFor && described === requested.replace(`/${tenant}/`, `/${id}/`)
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

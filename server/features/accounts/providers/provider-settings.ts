import type { Provider } from '#contract/accounts.ts'
import { StartError } from '../../../http/start-error.ts'

/** What this site was given when it was registered at a provider. */
export interface ProviderSettings {
  clientId: string
  clientSecret: string
  /** Where discovery begins, when it is not the provider's usual place. */
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
 * The issuer of a provider. Who can answer in its name can log in as anybody, so it must be reached over TLS, save on
 * this machine.
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
 * Whether the issuer in a description is the one that was asked for (OpenID Connect Discovery 4.3). Microsoft puts the
 * tenant's id where it was asked by name, and a template where it was asked for all tenants.
 */
export function isDescribedBy(provider: Provider, asked: string, described: string): boolean {
  if (described === asked || provider === 'google') return described === asked
  const [tenant = '', id = ''] = [asked, described].map((issuer) => issuer.split('/')[3])
  const mayStandFor = ['common', 'organizations'].includes(tenant)
    ? id === '{tenantid}'
    : guid.test(id) && !guid.test(tenant)
  return mayStandFor && described === asked.replace(`/${tenant}/`, `/${id}/`)
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

import type { Provider } from '#contract/accounts.ts'
import { StartError } from '../../http/start-error.ts'

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
 * Where a provider is found. Who can answer in its name can log in as anybody, so it must be reached over TLS, save on
 * this machine.
 * @throws {StartError} naming the variable
 */
export function issuerOf(provider: Provider, { issuer = usualIssuers[provider] }: ProviderSettings): URL {
  const url = URL.parse(issuer)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url
  throw new StartError(`${provider.toUpperCase()}_ISSUER must be an address with https:// (http:// only on 127.0.0.1).`)
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

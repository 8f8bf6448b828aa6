import { onTestFinished } from 'vitest'
import type { LoginProvider } from '#contract/accounts.ts'
import type { AppOptions } from '../app.ts'
import type { OwnOriginList } from '../http/origins.ts'
import { logInAtProvider, type OpenIdProvider, siteClientCredentials, startOpenIdProvider } from './openid-provider.ts'
import { origins as testOrigins } from './origins.ts'
import { createTestSite, type TestSite } from './site.ts'

/** The default page to which a login returns. */
export const returnUrl = 'https://site.test/articles?page=2#notes'

interface Step {
  status: number
  /** The Location header; empty when the reply is not a redirect. */
  location: string
  headers: Record<string, unknown>
  body: string
}

/** A simulated browser that keeps the cookies of the site and does not follow redirects. */
export interface ProviderLoginClient {
  cookies: Map<string, string>
  get: (url: string, headers?: Record<string, string>) => Promise<Step>
  /** Begins a login: requests the redirect to a provider. */
  begin: (provider: string, returnUrl?: string) => Promise<Step>
  /**
   * Does the whole login: goes to the provider, logs in with this email address (null cancels), and returns to the
   * site.
   */
  logIn: (provider: LoginProvider, email: string | null, returnUrl?: string) => Promise<Step>
}

export interface TestSiteWithProviders extends TestSite {
  google: OpenIdProvider
  microsoft: OpenIdProvider
  browser: () => ProviderLoginClient
}

/** Creates a site with a simulated server of each provider. */
export async function createTestSiteWithProviders(options: Partial<AppOptions> = {}): Promise<TestSiteWithProviders> {
  const origins: OwnOriginList = options.origins ?? testOrigins
  const start = async (provider: LoginProvider) => {
    const redirectUris = origins.map((origin) => `${origin}/auth/login/${provider}/callback`)
    const standIn = await startOpenIdProvider({ microsoft: provider === 'microsoft', redirectUris })
    onTestFinished(standIn.close)
    return standIn
  }
  const google = await start('google')
  const microsoft = await start('microsoft')
  const settings = ({ issuer }: OpenIdProvider) => ({ ...siteClientCredentials, issuer })
  const providers = { google: settings(google), microsoft: settings(microsoft) }
  const site = await createTestSite({ providers, ...options })

  const browser = (): ProviderLoginClient => {
    const cookies = new Map<string, string>()
    const get: ProviderLoginClient['get'] = async (url, headers = {}) => {
      const { host, pathname, search } = new URL(url, origins[0])
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await site.app.inject({ url: pathname + search, headers: { host, cookie, ...headers } })
      for (const { name, value } of answer.cookies) cookies.set(name, value)
      const { statusCode: status, body } = answer
      return { status, location: String(answer.headers.location ?? ''), headers: answer.headers, body }
    }
    const begin: ProviderLoginClient['begin'] = (provider, to = returnUrl) =>
      get(`/auth/login/${provider}?${new URLSearchParams({ returnUrl: to })}`)
    const logIn: ProviderLoginClient['logIn'] = async (provider, email, to) => {
      const { location, body } = await begin(provider, to)
      if (!location) throw new Error(`The site did not send the browser on: ${body}`)
      return get(await logInAtProvider(location, email))
    }
    return { cookies, get, begin, logIn }
  }
  return { ...site, google, microsoft, browser }
}

/** Returns the code in the query parameter `error` of a URL, or null. */
export const getErrorParameter = (address: string): string | null =>
  new URL(address, testOrigins[0]).searchParams.get('error')

/** Returns the account to which the tokens in the query of a URL belong. */
export async function fetchUserByUrlToken(
  site: TestSite,
  address: string,
): Promise<{ id: string; user: string; email: string }> {
  const token = new URL(address).searchParams.get('token')
  if (token === null) throw new Error(`There is no token in ${address}`)
  const me = await site.call('GET', '/auth/current-user', { token })
  if (me.statusCode !== 200) throw new Error(`The token does not work: ${me.body}`)
  return me.json()
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type LoginProvider, startProviderLogin } from '#contract/accounts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { HOUR_MS, PROVIDER_LOGIN_TIMEOUT_MS, PROVIDER_LOGIN_TOKEN_LIFETIME_MS, SECOND_MS } from '#contract/limits.ts'
import { generateSecret } from '../../../db/secrets.ts'
import { DatabaseUnavailableError } from '../../../db/unavailable.ts'
import { readClientDetails } from '../../../http/client.ts'
import { Refusal } from '../../../http/failures.ts'
import type { OwnOriginList } from '../../../http/origins.ts'
import { createEndpointRateLimits } from '../../../http/rate-limits.ts'
import { getRequestTargetQuery } from '../../../http/request-path.ts'
import type { AccountContext } from '../account-context.ts'
import { notifyOfNewDevice } from '../new-device.ts'
import { beginSession, signFirstTokens } from '../sessions.ts'
import { requireOwnOriginUrl } from '../sign-up.ts'
import {
  consumeProviderLoginState,
  createOidcRequestSecrets,
  findOrCreateConfirmedAccount,
  mailProviderSignupLink,
  storeProviderLoginState,
} from './provider-account.ts'
import { type ConfiguredProviders, createProviderClient, type ProviderSettings } from './provider-client.ts'

/** The cookie that ties a login to the browser that began it. The cookie alone does not log anybody in. */
const BROWSER_COOKIE = 'provider-login'
/**
 * The cookie that ties the tokens in a query to the browser. POST /auth/refresh requires the cookie for these tokens.
 */
const HANDOFF_COOKIE = 'handoff'
/** The limit of mails to one unconfirmed email address, so that a mailbox is not flooded. */
const confirmations = { max: 5, timeWindow: HOUR_MS }

/**
 * Adds the routes of the provider login (S7.08). Browsers open these routes by links, not by fetch.
 * @throws {StartError} for an issuer that is not safe
 */
export function providerRoutes(scope: FastifyInstance, context: AccountContext, configured: ConfiguredProviders): void {
  const { db, tokens, origins } = context
  const entries = Object.entries(configured) as [LoginProvider, ProviderSettings][]
  const clients = new Map(entries.map(([provider, settings]) => [provider, createProviderClient(provider, settings)]))
  const limits = createEndpointRateLimits(scope, { ...startProviderLogin, method: 'GET' })
  const mailedTo = new WeakMap<FastifyRequest, string>()
  const countMail = scope.createRateLimit({
    ...confirmations,
    keyGenerator: (request) => `mail of a provider ${mailedTo.get(request)}`,
  })

  /** Returns the client of the requested provider. @throws {Refusal} not_found when the provider is not configured */
  function providerOf({ params }: FastifyRequest) {
    const { data } = startProviderLogin.params.safeParse(params)
    const client = data && clients.get(data.provider)
    if (!client) throw new Refusal('not_found')
    return { provider: data.provider, client }
  }

  // Both routes change data, so they must not answer HEAD requests, with which scanners check links.
  scope.get(startProviderLogin.path, { exposeHeadRoute: false }, async (request, reply) => {
    const { provider, client } = providerOf(request)
    const returnUrl = returnUrlOf(request, origins)
    const origin = serverOrigin(returnUrl, request.host, origins)
    return redirectTo(reply, returnUrl, async () => {
      await limits.byAddress(request)
      const secrets = createOidcRequestSecrets()
      const redirectUri = redirectUriOf(provider, origin)
      const address = await client.authorizationUrl(secrets, redirectUri).catch(refuseFailure(request, provider))
      const browser = browserOf(request) ?? generateSecret()
      await storeProviderLoginState(db, secrets, { provider, browser, returnUrl: returnUrl.href })
      reply.setCookie(BROWSER_COOKIE, browser, {
        path: '/auth/login',
        httpOnly: true,
        sameSite: 'lax',
        secure: origin.startsWith('https:'),
        maxAge: PROVIDER_LOGIN_TIMEOUT_MS / SECOND_MS,
      })
      return address
    })
  })

  scope.get(startProviderLogin.callbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    const { provider, client } = providerOf(request)
    const query = getRequestTargetQuery(request.raw.url ?? '')
    const state = new URLSearchParams(query).get('state') ?? ''
    const callback = { state, provider, browser: browserOf(request) ?? '' }
    const flow = await consumeProviderLoginState(db, callback).catch(toErrorCode)
    // The page to which an unknown login returns is unknown, too.
    if (!flow || typeof flow === 'string') return redirect(reply, `/login?error=${flow ?? 'provider_failed'}`)
    const returnUrl = new URL(flow.returnUrl)
    const origin = serverOrigin(returnUrl, request.host, origins)
    return redirectTo(reply, returnUrl, async () => {
      if (flow.expired) throw new Refusal('provider_failed')
      const address = new URL(redirectUriOf(provider, origin) + query)
      const profile = await client.profile(address, flow.secrets).catch(refuseFailure(request, provider))
      const account = await findOrCreateConfirmedAccount(context, profile, returnUrl.origin)
      if ('unconfirmed' in account) {
        mailedTo.set(request, account.unconfirmed.key)
        const count = await countMail(request)
        if (!count.isAllowed && count.isExceeded) throw new Refusal('too_many_requests')
        await mailProviderSignupLink(context, profile, account.unconfirmed, returnUrl.origin)
        throw new Refusal('email_unverified')
      }
      const handoffCookie = generateSecret()
      const session = {
        userId: account.userId,
        method: provider,
        client: readClientDetails(request, reply),
        handoffCookie,
      }
      await notifyOfNewDevice(context, account.userId, session.client)
      const { accessToken, refreshToken } = await signFirstTokens(tokens, await beginSession(db, session))
      const elsewhere = returnUrl.origin !== origin
      reply.setCookie(HANDOFF_COOKIE, handoffCookie, {
        path: '/auth/refresh',
        httpOnly: true,
        // A front end on another origin sends the cookie with a cross-site fetch.
        sameSite: elsewhere ? 'none' : 'lax',
        secure: elsewhere || origin.startsWith('https:'),
        maxAge: PROVIDER_LOGIN_TOKEN_LIFETIME_MS / SECOND_MS,
      })
      return withQuery(returnUrl, { token: accessToken, refreshtoken: refreshToken })
    })
  })
}

/**
 * Returns the checked returnUrl. @throws {Refusal} bad_request or foreign_address; these are not sent as a redirect,
 * because there is no safe URL to redirect to
 */
function returnUrlOf({ query }: FastifyRequest, origins: OwnOriginList): URL {
  const { data } = startProviderLogin.query.safeParse(query)
  if (!data) throw new Refusal('bad_request', 'query.returnUrl: must be one address.')
  return new URL(requireOwnOriginUrl(data.returnUrl, origins))
}

function browserOf({ cookies }: FastifyRequest): string | undefined {
  return /^[\w-]{43}$/.exec(cookies[BROWSER_COOKIE] ?? '')?.[0]
}

/**
 * Returns the origin to which the provider redirects the browser. The browser must have reached this server at the same
 * origin; otherwise the cookies would be missing. For the site's own pages, this is the main origin, even when a proxy
 * changes Host. For a front end on another origin and for the native app, Host selects one of the site's origins.
 */
function serverOrigin(returnUrl: URL, host: string, origins: OwnOriginList): string {
  const [proper] = origins
  if (returnUrl.origin === proper) return proper
  return origins.find((origin) => new URL(origin).host === host) ?? proper
}

const redirectUriOf = (provider: LoginProvider, origin: string) =>
  origin + startProviderLogin.callbackPath.replace(':provider', provider)

/**
 * Redirects to the URL that `next` returns. After a refusal, or while the database is unavailable, redirects to
 * `returnUrl` with the code in the query as `error`: a browser that follows a link would show a reply in JSON.
 */
async function redirectTo(reply: FastifyReply, returnUrl: URL, next: () => Promise<URL>): Promise<FastifyReply> {
  try {
    return redirect(reply, (await next()).href)
  } catch (error) {
    return redirect(reply, withQuery(returnUrl, { error: toErrorCode(error) }).href)
  }
}

/** Returns the code of an expected error. @throws any other error */
function toErrorCode(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.code
  if (error instanceof DatabaseUnavailableError) return 'database_unavailable'
  throw error
}

const redirect = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303)

function withQuery(address: URL, values: Record<string, string>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url
}

/**
 * Returns a handler for failures of a provider. It logs the reason and refuses the login with the same code for all
 * reasons.
 */
function refuseFailure(request: FastifyRequest, provider: LoginProvider) {
  return (error: unknown): never => {
    if (error instanceof Refusal) throw error
    request.log.warn({ provider, reason: reasonOf(error) }, 'logging in with a provider failed')
    throw new Refusal('provider_failed')
  }
}

const REASON_LENGTH_MAX = 500

/** Returns the messages of an error and of its cause. Some errors contain a response or tokens, which are left out. */
function reasonOf(error: unknown): string {
  const { message, code, error: answer, error_description: description, cause } = error as Record<string, unknown>
  const parts = [message, code, answer, description, cause instanceof Error ? cause.message : '']
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .join('; ')
    .slice(0, REASON_LENGTH_MAX)
}

import type { Server } from 'node:http'
import {
  attachHubServer,
  type Backplane,
  BackplaneDisconnected,
  type BackplaneState,
  type CallContext,
  CallRefused,
  defineHub,
  HubError,
  type HubOptions,
  type Identity,
  method,
  Unavailable,
} from '@hobohat/hub'
import type { FastifyBaseLogger } from 'fastify'
import { decodeJwt } from 'jose'
import * as z from 'zod'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import { HUB_PATH, type HubClientMethods, type HubServerMethods } from '#contract/live.ts'
import { DatabaseUnavailableError } from '../../db/unavailable.ts'
import { createSubscription } from '../../events/events.ts'
import { type Actor, type AuthenticateToken, mayCall } from '../../http/actor.ts'
import type { SitePage } from '../../http/build-output.ts'
import { toIpRateLimitKeys } from '../../http/client.ts'
import { type HeaderFields, hstsHeaders } from '../../http/security-headers.ts'
import { computeOncePerBuild, type ServedBuild } from '../../http/served-build.ts'
import { defineFeature } from '../define-feature.ts'
import { ADMINS_GROUP, toBoardGroupName, toKitchenGroupName, toOrderGroupName, toPageGroupName } from './groups.ts'
import { createPresenceTracker } from './presence.ts'
import { createForwardingSubscriptions } from './subscriptions.ts'

export const createLiveFeature = (options: LiveOptions) => defineFeature({ name: 'live', ...attachLiveHub(options) })

/** The maximum number of connections to the hub: three quarters of the maximum of the server (http/connections.ts). */
const CONNECTIONS_MAX = 7_500
/** The maximum number of connections of one IP address: enough for an office, or for a household with many tabs. */
const CONNECTIONS_PER_ADDRESS = 200
const CONNECTIONS_PER_USER = 50
/** The interval at which the server checks the permissions of connected clients again. */
const CHECK_MS = MINUTE_MS
/** The longest time that clients get to confirm the closing of their connections. */
const GOODBYE_MS = 3 * SECOND_MS

const PEOPLE_TOPIC = 'live:people'

/** The identity of a connection: anonymous, or the account of its token and Cookie header. */
interface Visitor extends Identity {
  token?: string
  cookie?: string | undefined
  isReader: boolean
  isAdmin: boolean
}
type Context = CallContext<HubClientMethods, Visitor>

/**
 * A connection with the page, the order and the kitchen that it watches. `groups`: the groups of the hub that the
 * connection has joined for the events of the order or of the kitchen.
 */
interface Visit {
  ctx: Context
  pageUrl: string | null
  order: Watched
  kitchen: Watched
}
interface Watched {
  id: string | null
  groups: string[]
}
const unwatched: Watched = { id: null, groups: [] }

export interface LiveOptions {
  /** The HTTP server. The hub handles its own requests before the handlers of the server do. */
  server: Server
  authenticate: AuthenticateToken
  origins: readonly string[]
  build: Pick<ServedBuild, 'version' | 'newPage'> & { readonly pages: readonly Pick<SitePage, 'key' | 'private'>[] }
  /** The connection to other processes. Closing the live feature closes it. */
  backplane?: Backplane | undefined
  orders: OrderAccess
  /**
   * Whether exactly one proxy is in front of the server, so that its X-Forwarded-For and X-Forwarded-Proto can be
   * trusted.
   */
  trustProxy: boolean
  security: HeaderFields
  onError: (error: unknown) => void
  log: FastifyBaseLogger
}

interface OrderAccess {
  mayReadOrder: (orderId: string, by: { userId: string | null; trackingToken: string | null }) => Promise<boolean>
  worksIn: (kitchenId: string, userId: string) => Promise<boolean>
}

/** Serves the hub (S7.15). Pages can also fetch all data, so a lost message causes no error. */
export function attachLiveHub(options: LiveOptions) {
  const { server, authenticate, origins, build, backplane, orders, trustProxy, security, onError, log } = options
  const pagesByKey = computeOncePerBuild(build, ({ pages }) => new Map(pages.map((page) => [page.key, page])))
  const visits = new Map<string, Visit>()

  const site = defineHub({
    client: {} as HubClientMethods,
    async authenticate({ token, headers: { cookie } }): Promise<Visitor | null> {
      if (token === null) return { isReader: false, isAdmin: false }
      const actor = await authenticate(token, cookie).catch(throwUnavailable)
      return actor && visitorOf(actor, token, cookie)
    },
    async onConnected(ctx) {
      visits.set(ctx.connectionId, { ctx, pageUrl: null, order: unwatched, kitchen: unwatched })
      if (ctx.identity.isAdmin) await ctx.groups.add(ctx.connectionId, ADMINS_GROUP)
      await ctx.clients.caller.send('versionServed', build.version, build.newPage ?? null)
    },
    onDisconnected({ connectionId }) {
      const pageUrl = visits.get(connectionId)?.pageUrl
      visits.delete(connectionId)
      if (pageUrl != null) presence.left(pageUrl, connectionId)
    },
  }).methods({
    watchPage: method({ parse: watchPageArguments }, watchPage),
    watchOrder: method({ parse: watchOrderArguments }, watchOrder),
    watchKitchen: method({ parse: watchKitchenArguments }, watchKitchen),
  } satisfies Record<keyof HubServerMethods, unknown>)

  async function watchPage(ctx: Context, pageUrl: string | null): Promise<void> {
    const visit = visits.get(ctx.connectionId)
    if (!visit || visit.pageUrl === pageUrl) return
    const { pageUrl: former } = visit
    visit.pageUrl = null
    if (former !== null) {
      presence.left(former, ctx.connectionId)
      await ctx.groups.remove(ctx.connectionId, toPageGroupName(former))
    }
    if (pageUrl === null) return
    if (!mayWatchPage(ctx, pageUrl)) throw new HubError('There is no such page to watch, or it is not for you.')
    await ctx.groups.add(ctx.connectionId, toPageGroupName(pageUrl))
    if (!visits.has(ctx.connectionId)) return
    // A new build may have made the page private in the meantime.
    if (!mayWatchPage(ctx, pageUrl)) return ctx.groups.remove(ctx.connectionId, toPageGroupName(pageUrl))
    visit.pageUrl = pageUrl
    presence.joined(pageUrl, ctx.connectionId)
  }

  function mayWatchPage({ identity }: Context, pageUrl: string): boolean {
    const page = pagesByKey().get(pageUrl)
    return page !== undefined && (!page.private || identity.isReader)
  }

  /** Sends the version of the new build. Ends subscriptions to pages that are now missing or private. */
  async function onBuildServed(): Promise<void> {
    for (const { ctx, pageUrl } of visits.values())
      if (pageUrl !== null && !mayWatchPage(ctx, pageUrl)) watchPage(ctx, null).catch(onHubError)
    await clients.all.send('versionServed', build.version, build.newPage ?? null)
  }

  async function watchOrder(ctx: Context, orderId: string | null, trackingToken: string | null): Promise<void> {
    const { userId = null, isAdmin } = ctx.identity
    if (orderId !== null && !isAdmin && !(await orders.mayReadOrder(orderId, { userId, trackingToken })))
      throw new HubError('There is no such order to watch, or it is not yours.')
    await watchGroups(ctx, 'order', { id: orderId, groups: orderId === null ? [] : [toOrderGroupName(orderId)] })
  }

  async function watchKitchen(ctx: Context, kitchenId: string | null): Promise<void> {
    const { userId, isAdmin } = ctx.identity
    const isAtWork =
      kitchenId !== null && userId !== undefined && (isAdmin || (await orders.worksIn(kitchenId, userId)))
    const groups =
      kitchenId === null ? [] : [toKitchenGroupName(kitchenId), ...(isAtWork ? [toBoardGroupName(kitchenId)] : [])]
    await watchGroups(ctx, 'kitchen', { id: kitchenId, groups })
  }

  async function watchGroups(ctx: Context, kind: 'order' | 'kitchen', watched: Watched): Promise<void> {
    const visit = visits.get(ctx.connectionId)
    if (!visit) return
    const former = visit[kind]
    visit[kind] = watched
    for (const group of former.groups) await ctx.groups.remove(ctx.connectionId, group)
    for (const group of watched.groups) await ctx.groups.add(ctx.connectionId, group)
  }

  const hubs = attachHubServer(server, { ...(backplane && { backplane }), onError: onHubError, onBackplane })
  hubs.map(HUB_PATH, site, {
    statefulReconnect: true,
    origins,
    ...behindProxy(trustProxy, security),
    limits: {
      connections: CONNECTIONS_MAX,
      connectionsPerAddress: CONNECTIONS_PER_ADDRESS,
      connectionsPerUser: CONNECTIONS_PER_USER,
    },
  })
  const { clients } = hubs.context(site)

  const presence = createPresenceTracker({
    backplane,
    send: (ids, count) => void clients.clients(ids).send('readersChanged', count).catch(onError),
  })

  function onHubError(error: unknown): void {
    if (error instanceof CallRefused) log.warn({ err: error }, 'live: refused the call of a client')
    else if (error instanceof BackplaneDisconnected)
      log.warn({ err: error }, 'live: cut off from the other processes; npm run doctor says more')
    else onError(error)
  }

  function onBackplane(state: BackplaneState): void {
    if (state === 'disconnected') return
    log.info('live: linked to the other processes')
    // Messages of other processes were lost, so the clients of this process get an event to fetch their data again.
    clients.local.send('eventsMissed').catch(onError)
  }

  /** Ends connections whose permissions have changed: of one account, or of all. Their pages then reconnect. */
  async function check(userId?: string): Promise<void> {
    const affected = [...visits.values()].filter(
      ({ ctx: { identity } }) => identity.token && (userId === undefined || identity.userId === userId),
    )
    for (const visit of affected) {
      const { ctx } = visit
      const { token = '', cookie, isReader, isAdmin } = ctx.identity
      const actor = await authenticate(token, cookie)
      const now = actor && visitorOf(actor, token, cookie)
      if (!now || now.isReader !== isReader || now.isAdmin !== isAdmin || (await isDismissed(visit))) ctx.abort()
    }
  }
  /** Returns whether a connection still gets the orders of a kitchen although its account no longer works there. */
  async function isDismissed({ ctx, kitchen: { id, groups } }: Visit): Promise<boolean> {
    const { userId, isAdmin } = ctx.identity
    if (id === null || userId === undefined || isAdmin || !groups.includes(toBoardGroupName(id))) return false
    return !(await orders.worksIn(id, userId))
  }
  const checks = setInterval(() => check().catch(onError), CHECK_MS).unref()
  backplane?.subscribe(PEOPLE_TOPIC, (bytes) => check(Buffer.from(bytes).toString()).catch(onError)).catch(onError)

  return {
    subscriptions: [
      ...createForwardingSubscriptions(clients, (err) => log.error({ err }, 'live: failed')),
      // Two separate subscriptions, so that the connections of this process end even when the backplane fails.
      createSubscription('access.changed', ({ userId }) => backplane?.publish(PEOPLE_TOPIC, Buffer.from(userId))),
      createSubscription('access.changed', ({ userId }) => check(userId)),
      createSubscription('build.served', onBuildServed),
    ],
    gauges: [{ name: 'hub_connections', help: 'Connections of live pages to this process.', read: () => visits.size }],
    /** Closes all connections. The pages reconnect to another process, or to this one after its restart. */
    close: async () => {
      clearInterval(checks)
      await presence.close()
      await hubs.close({ graceMs: GOODBYE_MS })
    },
  }
}

function visitorOf({ userId, roles }: Actor, token: string, cookie: string | undefined): Visitor {
  const { exp = 0 } = decodeJwt(token)
  const may = { isReader: mayCall('reader', roles), isAdmin: mayCall('admin', roles) }
  return { userId, token, cookie, expiresAt: exp * SECOND_MS, ...may }
}

const throwUnavailable = (error: unknown): never => {
  throw error instanceof DatabaseUnavailableError ? new Unavailable(error.message) : error
}

const watchPageArguments = argumentParser(
  z.tuple([z.string().max(200).nullable()]),
  'watchPage takes the key of a page, or null.',
)
const watchOrderArguments = argumentParser(
  z.tuple([z.uuid().nullable(), z.string().max(100).nullable()]),
  'watchOrder takes the id of an order and a token, or null for each.',
)
const watchKitchenArguments = argumentParser(
  z.tuple([z.uuid().nullable()]),
  'watchKitchen takes the id of a kitchen, or null.',
)

/** Returns the parser of a method's arguments. The parser throws a HubError with this message for invalid arguments. */
function argumentParser<T>(schema: z.ZodType<T>, message: string): (args: unknown[]) => T {
  return (args) => {
    const parsed = schema.safeParse(args)
    if (!parsed.success) throw new HubError(message)
    return parsed.data
  }
}

/** Returns the hub options for a proxy. @param trustProxy whether exactly one proxy is in front of the server */
function behindProxy(trustProxy: boolean, security: HeaderFields): Required<Pick<HubOptions, 'address' | 'headers'>> {
  return {
    address: (headers, socketAddress) =>
      toIpRateLimitKeys((trustProxy && lastOf(headers['x-forwarded-for'])) || socketAddress).address,
    headers: ({ headers }) =>
      trustProxy && lastOf(headers['x-forwarded-proto']) === 'https' ? { ...security, ...hstsHeaders } : security,
  }
}

/** Returns the last entry of a header, which the nearest proxy has added. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return [header].flat().join(',').split(',').at(-1)?.trim()
}

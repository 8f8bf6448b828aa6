import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit from '@fastify/rate-limit'
import type { Backplane } from '@hobohat/hub'
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, fastify, LogController } from 'fastify'
import { getVersion } from '#contract/version.ts'
import { site } from '#site'
import { writeProbeRow } from './db/check-writable.ts'
import type { Database } from './db/database.ts'
import { createEventBus } from './events/events.ts'
import { createAccountsFeature } from './features/accounts/feature.ts'
import { createAuthoringFeature } from './features/authoring/feature.ts'
import { createBackupsFeature } from './features/backups/feature.ts'
import { createCommentsFeature } from './features/comments/feature.ts'
import { createSiteUserDataHandlers, type Feature } from './features/define-feature.ts'
import { createDeskFeature } from './features/desk/feature.ts'
import { createLiveFeature } from './features/live/feature.ts'
import { mountFeatureRoutes } from './features/mount-feature-routes.ts'
import { createNewsletterFeature } from './features/newsletter/feature.ts'
import { createNoticesFeature } from './features/notices/feature.ts'
import { createOrderingFeature } from './features/ordering/feature.ts'
import { createPrivatePagesFeature } from './features/private-pages/feature.ts'
import { createPublishingFeature } from './features/publishing/feature.ts'
import { createPushFeature } from './features/push/feature.ts'
import { createReportsFeature } from './features/reports/feature.ts'
import { createStatisticsFeature } from './features/statistics/feature.ts'
import { reduceSwitchedOffFeatures } from './features/switched-off-features.ts'
import { createToolLinksFeature } from './features/tools/feature.ts'
import { addScope } from './http/add-scope.ts'
import { createAllowedMethodsFinder } from './http/allowed-methods.ts'
import { type AppLinkSettings, serveAppLinks } from './http/app-links.ts'
import { serveAssets } from './http/assets.ts'
import { createEndpointBinder } from './http/bind-endpoint.ts'
import type { BuildOutput } from './http/build-output.ts'
import { fastifyConnectionOptions, limitAndDrainConnections } from './http/connections.ts'
import { addCrossOriginHeadersHook, addPreflightHook } from './http/cross-origin.ts'
import { addFailureHandler, createFrameworkErrorHandler } from './http/failures.ts'
import { createCachedHealthCheck, serveHealth } from './http/health.ts'
import { createRequestLogger, logApiCallsAndFailures } from './http/log.ts'
import { serveMetrics } from './http/metrics.ts'
import { addNotFoundHandler } from './http/not-found.ts'
import { NATIVE_ORIGINS, type OwnOriginList } from './http/origins.ts'
import { servePages } from './http/pages.ts'
import { createClientErrorHandler, rejectUnsupportedRequests } from './http/raw-answers.ts'
import { createRequestIdGenerator } from './http/request-id.ts'
import { addSecurityHeadersHook, createSecurityHeaders } from './http/security-headers.ts'
import { createServedBuild } from './http/served-build.ts'
import { createSharedRateLimitStore, type SharedCallCounts } from './http/shared-counts.ts'
import { serveWellKnown } from './http/well-known.ts'

declare module 'fastify' {
  interface FastifyInstance {
    reports: ReturnType<typeof createReportsFeature>['reports']
    /** The features. A switched-off feature has only the parts that handle its stored rows. */
    features: readonly Feature[]
    /** Counts a failure of background work in the metrics. */
    countFailure: () => void
  }
}

export interface AppOptions {
  build: BuildOutput
  db: Database
  origins: OwnOriginList
  /** Whether pages of the native app may call the API. */
  native?: boolean
  /** The native app that may open links to the site. */
  appLinks?: AppLinkSettings | undefined
  /** The providers that people can log in with. */
  providers?: Parameters<typeof createAccountsFeature>[0]['providers']
  /** Whether mail can be sent. Without a mail server, admins read mails at the desk. */
  smtp?: boolean
  /** The mail server for mails about new pages, and how many mails it accepts in a minute. */
  newsletter?: Pick<Parameters<typeof createNewsletterFeature>[0], 'send' | 'perMinute'>
  /** The features that are switched on; by default as in site.config.ts. */
  switches?: typeof site.features
  /** The additional push services, and the Firebase project. */
  push?: Pick<Parameters<typeof createPushFeature>[0], 'services' | 'firebase'>
  /** The owner's contact URL for push services (RFC 8292 2.1). */
  contact?: string
  /** The card payment provider; null when customers pay in person. */
  payments?: Parameters<typeof createOrderingFeature>[0]['payments']
  /** The service that receives error reports. Without this service, error reports are only stored for the desk. */
  dsn?: Parameters<typeof createReportsFeature>[0]['dsn'] | undefined
  /** The link to other processes of the site; closed with the app. */
  backplane?: Backplane | undefined
  /** The counts of calls that all processes share; closed with the app. By default, each process counts for itself. */
  counts?: SharedCallCounts | undefined
  /** Whether exactly one proxy is in front of the server, so that its X-Forwarded-* headers are trusted. */
  trustProxy?: boolean
  /** While the app closes, how long idle connections stay open for a last request, in milliseconds. */
  drainMs?: number
  /** Builds the site from its sources. Without it, a scheduled page appears with the next deploy. */
  runBuild?: Parameters<typeof createPublishingFeature>[0]['runBuild']
  /** Renders drafts of pages. Without it, the desk shows no previews. */
  renderPreview?: Parameters<typeof createAuthoringFeature>[0]['renderPreview']
  /** The folder of the repository, in which admins write pages at the desk, or the reason why they cannot do so. */
  sources?: Parameters<typeof createAuthoringFeature>[0]['sources']
  /** The store of scheduled backups. Without it, no backup can be made. */
  backupStore?: Parameters<typeof createBackupsFeature>[0]['store']
  /** The token of /metrics. Without it, there are no metrics. */
  metricsToken?: string | undefined
  /** Whether a new database gets samples. */
  hasSamples?: boolean
  logger?: FastifyServerOptions['logger']
}

/**
 * The contract checks calls, so no route uses JSON schemas. Fastify's default would load two schema compilers at start.
 */
const refuseSchemas = () => () => {
  throw new Error('Declare an endpoint in contract/ in place of a JSON schema.')
}
const withoutSchemas = { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } }

/** The reason why pages cannot be written at the desk of a server that has no files of the repository. */
export const AUTHORING_UNAVAILABLE_MESSAGE =
  'This server does not have the files of the site. Start it with npm start, or set SOURCES_DIR to the folder of the repository.'

const noBackups: NonNullable<AppOptions['backupStore']> = {
  folder: '',
  list: () => [],
  make: () => Promise.reject(new Error('This site has no folder for backups.')),
}

/**
 * Composes the whole server without listening.
 * @throws {StartError} when the build lacks a part
 */
export function createApp(options: AppOptions): FastifyInstance {
  const {
    db,
    origins,
    native = false,
    appLinks,
    providers = {},
    smtp = false,
    newsletter: newsletterOptions = { send: null, perMinute: 20 },
    switches = site.features,
    push: pushOptions = { services: [], firebase: null },
    contact = origins[0],
    payments = null,
    dsn,
    backplane,
    counts,
    trustProxy = false,
    drainMs = 0,
    metricsToken,
    hasSamples = false,
    backupStore = noBackups,
    runBuild = null,
    renderPreview = null,
    sources = { whyOff: AUTHORING_UNAVAILABLE_MESSAGE },
    logger = false,
  } = options
  const callers: OwnOriginList = native ? [...origins, ...NATIVE_ORIGINS] : origins
  const pushFeature = createPushFeature({ db, contact, ...pushOptions })
  const headersOf = (csp: BuildOutput['csp']) => createSecurityHeaders(csp, pushFeature.hosts, payments !== null)
  const security = headersOf(options.build.csp)
  const { served: build, replace } = createServedBuild(options.build, headersOf)

  const app = fastify({
    ...fastifyConnectionOptions,
    schemaController: withoutSchemas,
    logger,
    childLoggerFactory: createRequestLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    genReqId: createRequestIdGenerator(trustProxy),
    frameworkErrors: createFrameworkErrorHandler(security),
    clientErrorHandler: createClientErrorHandler(security),
  })
  const allowed = createAllowedMethodsFinder(app, (path) => build.addresses.has(path))
  const isClosing = limitAndDrainConnections(app, drainMs)
  const findDatabaseError = createCachedHealthCheck(() => writeProbeRow(db))
  const gauges = () => features.flatMap((feature) => feature.gauges ?? [])
  const metrics = { token: metricsToken, version: () => build.version, gauges, findDatabaseError }
  app.decorate('countFailure', serveMetrics(app, metrics))
  logApiCallsAndFailures(app)
  const report = (error: unknown, request: FastifyRequest) => reporting.reportRequest(error, request)
  addFailureHandler(app, security, report)
  rejectUnsupportedRequests(app, security)
  addPreflightHook(app, callers, security)
  addNotFoundHandler(app, allowed, build, security)
  const reportFailure = (operation: string, message: string) => (error: unknown) => {
    app.log.error({ err: error }, message)
    void reporting.reports.serverError(error, { operation })
  }
  const events = createEventBus(reportFailure('events', 'a subscriber has failed'))

  const base = { db, events, origin: origins[0], build }
  // The list is filled below, because two of the features, the accounts and the desk, read this list.
  const features: Feature[] = []
  const { logOf, ...deskFeature } = createDeskFeature({
    ...base,
    smtp,
    setupChecks: () => Object.assign({}, ...features.map(({ setupChecks }) => setupChecks)),
    countPeople: (queries) => account.countPeople(queries),
    inboxSources: () => features.flatMap(({ inbox = [] }) => inbox),
  })
  const account = createAccountsFeature({
    ...base,
    origins,
    smtp,
    providers,
    userData: createSiteUserDataHandlers(features),
    logOf,
    recordSources: () => features.flatMap(({ personRecords = [] }) => personRecords),
  })
  const { authenticate, pictureAddress, guests, grantPartnerRole } = account
  const orders = createOrderingFeature({
    ...base,
    ...{ hasSamples, guests, payments, grantPartnerRole, authenticate },
    ...{ proofs: account, reportFailure },
  })
  const reporting = createReportsFeature({
    ...base,
    dsn: dsn ?? null,
    origins: callers,
    siteOrigins: origins,
    log: app.log,
  })
  // Pages of a site without accounts never connect to the hub.
  const liveFeature =
    switches.accounts &&
    createLiveFeature({
      server: app.server,
      authenticate,
      origins: callers,
      build,
      backplane,
      orders: orders.orderAccess,
      trustProxy,
      security,
      onError: reportFailure('live pages', 'live: failed'),
      log: app.log,
    })
  const changeOver = async (next: BuildOutput) => {
    replace(next)
    await events.publish(db, 'build.served')
  }
  const publisher = createPublishingFeature({ db, events, build, runBuild, changeOver, log: app.log })
  const all: readonly Feature[] = [
    account,
    createCommentsFeature({ ...base, pictureAddress, hasCompletedOrder: orders.hasCompletedOrder }),
    createNewsletterFeature({ ...base, ...newsletterOptions }),
    createNoticesFeature({ ...base, hasSamples }),
    pushFeature,
    reporting,
    orders,
    deskFeature,
    createToolLinksFeature(base),
    createStatisticsFeature({ db, build, origins: callers, reportFailure }),
    createBackupsFeature({ ...base, store: backupStore, log: app.log, reportFailure }),
    createPrivatePagesFeature({ build }),
    publisher,
    createAuthoringFeature({
      ...{ db, build, runBuild, changeOver, sources, renderPreview, log: app.log, reportFailure },
      retryBuild: publisher.retryBuild,
    }),
    ...(liveFeature ? [liveFeature] : []),
  ]
  features.push(...reduceSwitchedOffFeatures(all, switches))
  for (const one of features) events.subscribe([...(one.rowSubscriptions ?? []), ...(one.subscriptions ?? [])])
  app.decorate('features', features)
  app.decorate('reports', reporting.reports)
  app.addHook('onClose', reporting.reports.close)
  app.addHook('onClose', async () => counts?.close())
  // Runs before the server stops listening, because stopping waits for every connection to end.
  app.addHook('preClose', async () => (liveFeature ? liveFeature.close() : backplane?.close()))

  // Computes the security headers of pages once. A hook for each request would reduce the throughput by a sixth.
  servePages(app, build, Object.assign({}, ...features.map(({ pages }) => pages)), security)
  addScope(app, 'files', async (scope) => {
    addSecurityHeadersHook(scope, security)
    serveAssets(scope, build)
    serveHealth(scope, build, isClosing, findDatabaseError)
    serveWellKnown(scope, origins[0])
    if (appLinks) serveAppLinks(scope, appLinks, build)
  })
  for (const { name, webhooks } of features)
    if (webhooks)
      addScope(app, `webhooks of ${name}`, async (scope) => {
        addSecurityHeadersHook(scope, security)
        webhooks(scope)
      })
  addScope(app, 'calls', async (scope) => {
    addSecurityHeadersHook(scope, security)
    addCrossOriginHeadersHook(scope, callers)
    await scope.register(fastifyCookie)
    await scope.register(fastifyRateLimit, {
      global: false,
      ...(counts && { store: createSharedRateLimitStore(counts, app.log) }),
    })
    const binder = (own: FastifyInstance) => createEndpointBinder(own, account, report)
    binder(scope)(getVersion, () => ({ version: build.version, newPage: build.newPage }))
    mountFeatureRoutes(scope, features, binder)
  })
  return app
}

import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit from '@fastify/rate-limit'
import type { Backplane } from '@hobohat/hub'
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, fastify, LogController } from 'fastify'
import type { Provider } from '#contract/accounts.ts'
import { VERSION_HEADER } from '#contract/service-worker.ts'
import { getVersion } from '#contract/version.ts'
import { checkWritable } from './db/check-writable.ts'
import type { Database } from './db/database.ts'
import type { Email, EmailKey } from './db/email-key.ts'
import { createEvents } from './events/events.ts'
import { createAccessTokens } from './features/accounts/access-tokens.ts'
import { isGuestConfirmed, mailGuestLink } from './features/accounts/guest-confirmation.ts'
import { proveOwner } from './features/accounts/my-account/owner.ts'
import { pictureRoutes, pictureUploadRoutes } from './features/accounts/my-account/picture-routes.ts'
import { myAccountRoutes } from './features/accounts/my-account/routes.ts'
import { providerRoutes } from './features/accounts/providers/provider-routes.ts'
import type { ConfiguredProviders } from './features/accounts/providers/provider-settings.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { authenticator, endSessionsOf } from './features/accounts/sessions.ts'
import { mergeUserData } from './features/accounts/user-data.ts'
import { pictureAddress } from './features/accounts/users.ts'
import { commentFeedRoutes } from './features/comments/comment-feed.ts'
import { commentPages } from './features/comments/comment-pages.ts'
import { oneClickRoutes } from './features/comments/mail-routes.ts'
import { countModeration } from './features/comments/moderation.ts'
import { moderationRoutes } from './features/comments/moderation-routes.ts'
import { onProfileChanged } from './features/comments/profile-changed.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { commentUserData } from './features/comments/user-data.ts'
import { grantRole } from './features/desk/roles.ts'
import { deskRoutes } from './features/desk/routes.ts'
import { createLive } from './features/live/live.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { noticeUserData } from './features/notices/user-data.ts'
import { mayReadOrder, memberRoleOf, orderNewsOf } from './features/ordering/access.ts'
import { countKitchens } from './features/ordering/kitchens/desk-list.ts'
import { deskKitchenRoutes } from './features/ordering/kitchens/desk-routes.ts'
import { dishUploadRoutes } from './features/ordering/kitchens/menu-routes.ts'
import { dishPictureRoutes, kitchenRoutes } from './features/ordering/kitchens/routes.ts'
import { kitchenUserData } from './features/ordering/kitchens/user-data.ts'
import { claimGuestOrders } from './features/ordering/orders/claim-guest-orders.ts'
import { hasCompletedOrder, orderUserData } from './features/ordering/orders/forget-customer.ts'
import type { OrderContext } from './features/ordering/orders/order-context.ts'
import { orderRoutes } from './features/ordering/orders/routes.ts'
import { booksRoutes } from './features/ordering/payments/books-routes.ts'
import { deskPaymentRoutes } from './features/ordering/payments/desk-routes.ts'
import type { PaymentProvider } from './features/ordering/payments/payment-provider.ts'
import { receiptFileRoutes } from './features/ordering/payments/receipt-files.ts'
import { paymentRoutes } from './features/ordering/payments/routes.ts'
import { webhookRoutes } from './features/ordering/payments/webhook.ts'
import { privatePageRoutes } from './features/private-pages/routes.ts'
import { firebaseHosts } from './features/push/firebase.ts'
import { type PushOptions, pushRoutes } from './features/push/routes.ts'
import { pushUserData } from './features/push/user-data.ts'
import type { Dsn } from './features/reports/dsn.ts'
import { countOpenErrors } from './features/reports/error-list.ts'
import { policyReportRoutes } from './features/reports/policy-reports.ts'
import { createReports, type Reports } from './features/reports/reports.ts'
import { reportIntakeRoutes, reportRoutes } from './features/reports/routes.ts'
import { errorContextOf } from './features/reports/server-error.ts'
import { reportUserData } from './features/reports/user-data.ts'
import { toolRoutes } from './features/tools/routes.ts'
import { addScope } from './http/add-scope.ts'
import { watchAllowedMethods } from './http/allowed-methods.ts'
import { type AppLinks, answerAppLinks } from './http/app-links.ts'
import { serveAssets } from './http/assets.ts'
import { endpointBinder } from './http/bind-endpoint.ts'
import type { BuildOutput } from './http/build-output.ts'
import { connectionLimits, limitConnections } from './http/connections.ts'
import { allowOrigins, answerPreflights } from './http/cross-origin.ts'
import { answerFailures, answerUnroutable } from './http/failures.ts'
import { answerHealth } from './http/health.ts'
import { logAnswers, loggerOf } from './http/log.ts'
import { answerUnknown } from './http/not-found.ts'
import { NATIVE_ORIGINS, type Origins } from './http/origins.ts'
import { readPageFiles } from './http/page-files.ts'
import { servePages } from './http/pages.ts'
import { answerGarbage, answerOddRequests } from './http/raw-answers.ts'
import { secureAnswers, securityHeaders } from './http/security-headers.ts'
import { answerWellKnown } from './http/well-known.ts'

declare module 'fastify' {
  interface FastifyInstance {
    reports: Reports
    /** What the rules of orders work with, those too that the clock sets off. */
    orders: OrderContext
  }
}

export interface AppOptions {
  build: BuildOutput
  db: Database
  origins: Origins
  /** Whether the native app may call. */
  native?: boolean
  /** The app that addresses of the site may open in. */
  appLinks?: AppLinks | undefined
  /** The providers that people can log in with. */
  providers?: ConfiguredProviders
  /** Whether mail can be sent, and need not be read at the desk. */
  smtp?: boolean
  /** Where pushes may be sent to, beside the known push services. */
  push?: PushOptions
  /** Who takes cards. */
  payments?: PaymentProvider | null
  /** Where error reports go; kept at the desk otherwise. */
  dsn?: Dsn | undefined
  /** What links this process to others of the same site; closed with the app. */
  backplane?: Backplane | undefined
  /** Exactly one proxy stands in front: believe its X-Forwarded-* headers. */
  trustProxy?: boolean
  /** How long a connection without a request may still send one while the app closes, in milliseconds. */
  lingerMs?: number
  logger?: FastifyServerOptions['logger']
}

/**
 * Composes the whole server without listening.
 * @throws {StartError} when the build lacks a part
 */
export function createApp(options: AppOptions): FastifyInstance {
  const {
    build,
    db,
    origins,
    native = false,
    appLinks,
    providers = {},
    smtp = false,
    push = { services: [], firebase: null },
    payments = null,
    dsn,
    backplane,
    trustProxy = false,
    lingerMs = 0,
    logger = false,
  } = options
  const callers: Origins = native ? [...origins, ...NATIVE_ORIGINS] : origins
  const tokens = createAccessTokens(db, origins[0])
  const authenticate = authenticator(db, tokens)
  const security = securityHeaders(build.csp, push.firebase?.web ? firebaseHosts : [], payments !== null)
  const files = readPageFiles(build.webDir, { ...security, [VERSION_HEADER]: build.version })

  const app = fastify({
    ...connectionLimits,
    logger,
    childLoggerFactory: loggerOf,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy && ((_address, hop) => hop === 0),
    frameworkErrors: answerUnroutable(security),
    clientErrorHandler: answerGarbage(security),
  })
  const allowed = watchAllowedMethods(app)
  const isClosing = limitConnections(app, lingerMs)
  logAnswers(app)
  const report = (error: unknown, request: FastifyRequest) => void reports.serverError(error, errorContextOf(request))
  const binder = (scope: FastifyInstance) => endpointBinder(scope, authenticate, report)
  answerFailures(app, security, report)
  answerOddRequests(app, security)
  answerPreflights(app, callers, security)
  answerUnknown(app, allowed, files.notFound, security)
  const events = createEvents((error) => {
    app.log.error({ err: error }, 'live: failed')
    void reports.serverError(error, { doing: 'live pages' })
  })
  const live = createLive({
    server: app.server,
    authenticate,
    origins: callers,
    version: build.version,
    pages: build.pages,
    backplane,
    orders: {
      mayReadOrder: (orderId, by) => mayReadOrder(db, orderId, by),
      worksIn: async (vId, userId) => (await memberRoleOf(db, vId, userId)) !== undefined,
      newsOf: (orderId) => orderNewsOf(db, orderId),
    },
    trustProxy,
    security,
    report: (error) => void reports.serverError(error, { doing: 'live pages' }),
    log: app.log,
  })
  const reports = createReports({
    db,
    dsn: dsn ?? null,
    dir: build.dir,
    version: build.version,
    origins: callers,
    events,
    log: app.log,
  })
  app.decorate('reports', reports)
  const guests = {
    isConfirmed: (key: EmailKey) => isGuestConfirmed(db, key),
    mailLink: (email: Email) => mailGuestLink(db, email, `${origins[0]}/verify-email`),
  }
  const orders = { db, origin: origins[0], events, guests, payments }
  events.subscribe([onProfileChanged(events), claimGuestOrders, ...live.subscriptions])
  app.decorate('orders', orders)
  app.addHook('onClose', reports.close)
  // Before the server stops listening, which waits for every connection to end.
  app.addHook('preClose', live.close)

  // Pages carry their security headers with them, made once: a hook for each request would cost a sixth of their speed.
  const former = new Map(build.pages.map(({ path, aliases }) => [path, aliases]))
  servePages(app, files.byPath, former, security)
  addScope(app, 'files', async (scope) => {
    secureAnswers(scope, security)
    serveAssets(scope, build.webDir)
    answerHealth(scope, isClosing, () => checkWritable(db))
    answerWellKnown(scope, origins[0])
    if (appLinks) answerAppLinks(scope, appLinks, files.pages)
  })
  addScope(app, 'webhook', async (scope) => {
    secureAnswers(scope, security)
    webhookRoutes(scope, orders)
  })
  addScope(app, 'calls', async (scope) => {
    secureAnswers(scope, security)
    allowOrigins(scope, callers)
    await scope.register(fastifyCookie)
    await scope.register(fastifyRateLimit, { global: false })
    const bind = binder(scope)
    const userData = mergeUserData([
      commentUserData(events),
      noticeUserData,
      pushUserData,
      reportUserData,
      orderUserData,
      kitchenUserData(events),
    ])
    const accounts = { db, tokens, origins, events, userData }
    const comments = {
      db,
      pages: commentPages(build.pages),
      buildVersion: build.version,
      origin: origins[0],
      pictureAddress,
      events,
      hasCompletedOrder,
    }
    const kitchens = { db, origin: origins[0], events }

    bind(getVersion, () => ({ status: 200, body: { version: build.version } }))
    accountRoutes(bind, accounts, Object.keys(providers) as Provider[])
    providerRoutes(scope, accounts, providers)
    myAccountRoutes(bind, accounts)
    pictureRoutes(scope, db)
    addScope(scope, 'picture uploads', async (upload) => pictureUploadRoutes(upload, binder(upload), accounts))
    privatePageRoutes(bind, { dir: build.privateDir })
    commentRoutes(bind, comments)
    commentFeedRoutes(scope, comments)
    addScope(scope, 'one-click forms', async (form) => oneClickRoutes(form, binder(form), comments))
    moderationRoutes(bind, comments)
    deskRoutes(bind, {
      db,
      events,
      smtp,
      endSessionsOf,
      pictureAddress,
      countModeration,
      countOpenErrors,
      countKitchens,
    })
    toolRoutes(bind, { db, events })
    kitchenRoutes(bind, kitchens)
    addScope(scope, 'dish uploads', async (upload) => dishUploadRoutes(upload, binder(upload), kitchens))
    dishPictureRoutes(scope, db)
    deskKitchenRoutes(bind, {
      ...kitchens,
      makePartner: (tx, by, userId) => grantRole({ db: tx, events }, by, userId, 'Partner'),
    })
    orderRoutes(bind, orders)
    deskPaymentRoutes(bind, orders)
    paymentRoutes(bind, orders)
    booksRoutes(bind, orders, (actor, currentPassword) => proveOwner(db, actor, currentPassword))
    receiptFileRoutes(scope, db, authenticate)
    noticeRoutes(bind, { db, events })
    addScope(scope, 'report intake', async (intake) =>
      reportIntakeRoutes(intake, binder(intake), { reports, origins: callers }),
    )
    addScope(scope, 'policy reports', async (intake) =>
      policyReportRoutes(intake, binder(intake), { reports, origins, version: build.version }),
    )
    reportRoutes(bind, { db, reports, events })
    pushRoutes(bind, { db, ...push })
  })
  return app
}

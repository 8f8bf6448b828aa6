import { HOUR_MS } from '#contract/limits.ts'
import { site } from '#site'
import { type AppOptions, createApp } from './app.ts'
import { listBackups } from './backups/backup-folder.ts'
import { checkSettingNamesInEnvFile } from './check-env-file-names.ts'
import { findCommandRunner } from './commands.ts'
import { type Config, readConfig } from './config.ts'
import { ignoreClosedOutput, reportCrashes } from './crashes.ts'
import { findDatabaseSwitchWarning, prepareDataDir, readDatabaseLocation } from './data-dir.ts'
import { recordDatabase } from './database-record.ts'
import { formatDatabaseName, openDatabaseWhenUp, retryWhileDown } from './db/database.ts'
import { findFolderProblem } from './db/folders.ts'
import { readCurrentSchemaName } from './db/postgres.ts'
import { runPrepareHooks } from './features/define-feature.ts'
import { openBackplane } from './features/live/backplane.ts'
import { createStripeProvider } from './features/ordering/payments/stripe.ts'
import { findAuthoringSources, findSourcesOfBuild } from './find-sources.ts'
import { readBuildOutput } from './http/build-output.ts'
import { listen, listNetworkUrls, requireFreePort } from './http/listen.ts'
import { createReadableLogStream } from './http/readable-log.ts'
import { createPostgresCallCounts, createRedisCallCounts } from './http/shared-counts.ts'
import { StartError } from './http/start-error.ts'
import { leadAlone, leadByPostgresLock } from './jobs/leader.ts'
import { createMailOutboxSender, createSmtpSender } from './outbox/mail-sender.ts'
import { startBackgroundWorker } from './outbox/worker.ts'
import { createPreviewProcessRenderer } from './preview-process-renderer.ts'
import { releaseStartMemory } from './release-memory.ts'
import { closeAppGracefully, IDLE_CONNECTION_DRAIN_MS } from './shutdown.ts'
import { runScheduledBackupProcess } from './spawn-backup.ts'
import { runBuildProcess } from './spawn-build.ts'

/** Signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000

async function start(): Promise<void> {
  ignoreClosedOutput(process.stdout, process.stderr)
  for (const { text, remedy } of checkSettingNamesInEnvFile()) console.error(`${text} ${remedy}`)
  const config = readConfig(process.env)
  prepareDataDir(config.DATA_DIR)
  // The site also works without backups, for example when their disk is not connected.
  const backupProblem = findFolderProblem('BACKUP_DIR', config.BACKUP_DIR)
  if (backupProblem) console.error(`${backupProblem.text} ${backupProblem.remedy} Until then backups fail.`)
  const build = readBuildOutput(config.BUILD_DIR)
  await requireFreePort(config)
  const sources = findSourcesOfBuild(config)
  const location = readDatabaseLocation(config)
  const onWaiting = (message: string) => console.error(message)
  const db = await openDatabaseWhenUp(location, onWaiting)
  const change = findDatabaseSwitchWarning(location)
  if (change) console.error(`${change.text} ${change.remedy}`)
  recordDatabase(config.SOURCES_DIR, formatDatabaseName(location))
  const { REDIS_URL: redis, DATABASE_URL: postgres } = config
  const schema = postgres && (await retryWhileDown(location, () => readCurrentSchemaName(db), onWaiting))
  const backplane = await openBackplane({ redis, postgres, schema })
  const counts = redis ? await createRedisCallCounts(redis) : postgres ? createPostgresCallCounts(db) : undefined
  const send = config.SMTP_URL ? await createSmtpSender(config.SMTP_URL, config.MAIL_FROM) : null
  const app = createApp({
    build,
    db,
    origins: config.ORIGINS,
    native: config.NATIVE,
    appLinks: { appId: site.app.id, androidCertificates: config.ANDROID_CERT_SHA256, iosTeamId: config.IOS_TEAM_ID },
    providers: providersOf(config),
    push: pushOf(config),
    contact: contactOf(config),
    payments: await paymentsOf(config),
    smtp: config.SMTP_URL !== undefined,
    newsletter: { send, perMinute: config.NEWSLETTER_PER_MINUTE },
    dsn: config.SENTRY_DSN,
    backplane,
    counts,
    trustProxy: config.TRUST_PROXY,
    drainMs: IDLE_CONNECTION_DRAIN_MS,
    backupStore: {
      folder: config.BACKUP_DIR,
      list: () => listBackups(config.BACKUP_DIR),
      make: (keep, signal) => runScheduledBackupProcess(import.meta.filename, keep, signal),
    },
    metricsToken: config.METRICS_TOKEN,
    hasSamples: config.SAMPLES,
    sources: await findAuthoringSources(config),
    ...(sources && {
      runBuild: (signal, page) => runBuildProcess(sources, signal, page),
      renderPreview: createPreviewProcessRenderer(sources),
    }),
    // Uses the stream of console.log, so that the URL is printed after the log.
    logger: {
      level: config.LOG_LEVEL,
      base: null,
      stream: process.stdout.isTTY ? createReadableLogStream(process.stdout) : process.stdout,
    },
  })

  const messages = await retryWhileDown(location, () => runPrepareHooks(app.features), onWaiting)
  const outbox = startBackgroundWorker({
    db,
    log: app.log,
    senders: [createMailOutboxSender(send), ...app.features.flatMap(({ senders = [] }) => senders)],
    jobs: app.features.flatMap(({ jobs = [] }) => jobs),
    leaderJobs: [
      ...app.features.flatMap(({ leaderJobs = [] }) => leaderJobs),
      ...(counts ? [{ everyMs: HOUR_MS, run: counts.clean }] : []),
    ],
    lead: postgres ? leadByPostgresLock({ url: postgres, log: app.log }) : leadAlone,
    backplane,
    report: (error) => {
      app.countFailure()
      void app.reports.serverError(error, { operation: 'the outbox' })
    },
  })

  reportCrashes(app)
  let stoppingAt: number | null = null
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      // One Ctrl-C sends the signal twice: from the terminal and through npm. A second Ctrl-C ends the process at once.
      if (stoppingAt !== null && performance.now() - stoppingAt < SAME_SIGNAL_MS) return
      if (stoppingAt !== null) process.exit(1)
      stoppingAt = performance.now()
      app.log.info({ signal }, 'shutting down')
      await closeAppGracefully(app)
      await outbox.stop()
      await db.destroy()
      process.exit(0)
    })
  }

  const address = await listen(app, config)
  // The owner may read the messages on another machine, so their links use the public URL.
  for (const message of messages) console.log(message(config.publicAddress ?? address))
  if (!config.isAddressKnown)
    console.log(
      'Links in mails lead to this machine, as the site does not know its address. Set ORIGINS to the one that readers use.',
    )
  else if (config.publicAddress !== undefined && config.publicAddress !== address)
    console.log(`Readers find the site at ${config.publicAddress}`)
  for (const url of listNetworkUrls(config)) console.log(`On a phone in the same network: ${url}`)
  console.log(`${site.name} is at ${address}`)
  releaseStartMemory()
}

/** Returns the providers whose id and secret are set. */
function providersOf(config: Config): NonNullable<AppOptions['providers']> {
  const settings = (clientId?: string, clientSecret?: string, issuer?: string) =>
    clientId && clientSecret ? { clientId, clientSecret, issuer } : undefined
  const google = settings(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET, config.GOOGLE_ISSUER)
  const microsoft = settings(config.MICROSOFT_CLIENT_ID, config.MICROSOFT_CLIENT_SECRET, config.MICROSOFT_ISSUER)
  return { ...(google && { google }), ...(microsoft && { microsoft }) }
}

/** Returns the push services and the Firebase project of the configuration. */
function pushOf(config: Config): NonNullable<AppOptions['push']> {
  const {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_CLIENT_EMAIL: clientEmail,
    FIREBASE_PRIVATE_KEY: privateKey,
  } = config
  const { FIREBASE_API_KEY: apiKey, FIREBASE_APP_ID: appId, FIREBASE_SENDER_ID: messagingSenderId } = config
  const { FIREBASE_VAPID_KEY: vapidKey, FIREBASE_API: api, FIREBASE_TOKEN_URL: tokenUrl, PUSH_SERVICES = [] } = config
  if (!projectId || !clientEmail || !privateKey) return { services: PUSH_SERVICES, firebase: null }
  const web =
    apiKey && appId && messagingSenderId && vapidKey ? { apiKey, projectId, appId, messagingSenderId, vapidKey } : null
  return { services: PUSH_SERVICES, firebase: { projectId, clientEmail, privateKey, api, tokenUrl, web } }
}

/** Connects the card payment provider, if configured. */
async function paymentsOf(config: Config): Promise<NonNullable<AppOptions['payments']> | null> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_API: api } = config
  const { STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  if (!secretKey || !publishableKey || !webhookSecret) return null
  return createStripeProvider({ secretKey, publishableKey, webhookSecret, api })
}

/** Returns the owner's contact URL for push services (RFC 8292 2.1). */
const contactOf = ({ ORIGINS: [origin], MAIL_FROM }: Config) =>
  origin.startsWith('https:') ? origin : `mailto:${MAIL_FROM.address}`

/** The command to run in place of the server, as in `node dist/server/main.cjs admin grant EMAIL`; null for none. */
const command = findCommandRunner(process.argv.slice(2))
const run = command
  ? async () => {
      process.exitCode = await command(process)
    }
  : start
run().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})

import { join } from 'node:path'
import * as z from 'zod'
import { toLoopbackUrl } from '#contract/local-url.ts'
import { site } from '#site'
import type { OwnOriginList } from './http/origins.ts'
import { isReservedDomain } from './http/reserved-domain.ts'
import { StartError } from './http/start-error.ts'
import * as schemas from './setting-schemas.ts'

interface Explanation {
  description: string
  /** Describes the behaviour when the variable is not set and has no fixed default. */
  unset?: string
  example?: string
}

/** The explanation of each variable in docs/settings.md and .env.example, which `npm run settings` writes. */
export const settingExplanations = z.registry<Explanation>()

/** Every environment variable of the server, by the part of the site that it configures. */
export const settingSchemasBySection = {
  Server: {
    HOST: schemas.host.prefault('127.0.0.1').register(settingExplanations, {
      description:
        'The address to listen on. `127.0.0.1` serves this machine only, `0.0.0.0` or `::` serves every network.',
    }),
    PORT: schemas.port
      .prefault('3000')
      .register(settingExplanations, { description: 'The TCP port to listen on. `0` takes any free port.' }),
    TRUST_PROXY: schemas.onOrOff.prefault('off').register(settingExplanations, {
      description:
        '`on` when exactly one proxy stands in front of the site. The server then believes its `X-Forwarded-*` headers.',
    }),
    ORIGINS: schemas.origins.optional().register(settingExplanations, {
      description:
        'The addresses of the site, separated by commas. Sign-up and login work at these addresses only. Links in mails lead to the first one.',
      unset: '`origin` of `site.config.ts` unless that is an example domain, then `HOST` and this machine',
      example: 'https://example.org,http://127.0.0.1:3000',
    }),
    LOG_LEVEL: schemas.logLevel
      .prefault('info')
      .register(settingExplanations, { description: 'The least severe messages that the log shows.' }),
    METRICS_TOKEN: schemas.token.optional().register(settingExplanations, {
      description: 'The token with which Prometheus reads `/metrics`. See operating.md.',
      unset: 'no metrics',
      example: 'the output of `openssl rand -hex 24`',
    }),
    BUILD_DIR: schemas.folder.prefault('./dist').register(settingExplanations, {
      description:
        'The folder of the build that the server serves. Only when it is `dist` in `SOURCES_DIR`, scheduled pages appear by themselves and pages can be written at the desk.',
    }),
    AUTHORING: schemas.onOrOff.optional().register(settingExplanations, {
      description:
        '`off` keeps admins from writing pages at `/desk/pages`. `on` allows it on a site with several servers, which must share one folder of the repository.',
      unset: 'on, unless the site has several servers (`REDIS_URL`)',
      example: 'off',
    }),
    AUTHORING_PUSH: schemas.onOrOff.prefault('off').register(settingExplanations, {
      description:
        '`on` pushes each commit of a page that is published at the desk, to where `git push` pushes the branch of the repository. The machine needs a key that asks for no password.',
    }),
    SOURCES_DIR: schemas.folder.optional().register(settingExplanations, {
      description:
        'The folder of the repository. From it, the server builds the site again when a scheduled page is due or a page is published at the desk. `npm start` sets it.',
      unset: 'a scheduled page appears with the next deploy, and no page can be written at the desk',
      example: '/srv/site',
    }),
  },
  Data: {
    DATA_DIR: schemas.folder.prefault('./data').register(settingExplanations, {
      description:
        'The folder for everything that must survive a restart: the database `site.sqlite`, which only its owner can read.',
    }),
    BACKUP_DIR: schemas.folder.optional().register(settingExplanations, {
      description:
        'The folder of the backups that admins schedule at `/desk/backups`. A folder on another disk also survives the loss of this one.',
      unset: '`backups` in `DATA_DIR`',
      example: '/mnt/backup/site',
    }),
    DATABASE_URL: schemas.urlWithScheme('postgres', 'postgresql').optional().register(settingExplanations, {
      description: 'The Postgres database that keeps the data.',
      unset: 'the SQLite file in `DATA_DIR`',
      example: 'postgres://user:password@127.0.0.1:5432/site',
    }),
    REDIS_URL: schemas.urlWithScheme('redis', 'rediss').optional().register(settingExplanations, {
      description: 'The Redis or Valkey server that connects several processes of the site.',
      unset: 'the Postgres database connects them',
      example: 'redis://127.0.0.1:6379',
    }),
    SAMPLES: schemas.onOrOff.prefault('on').register(settingExplanations, {
      description: '`off` leaves the sample notice and the sample kitchen out of a new database.',
    }),
  },
  Mail: {
    SMTP_URL: schemas.urlWithScheme('smtp', 'smtps').optional().register(settingExplanations, {
      description: 'The server that sends mail. `smtp://` uses STARTTLS when the server offers it.',
      unset: 'admins read mail at `/desk/mail`',
      example: 'smtps://user:password@mail.example.org',
    }),
    MAIL_FROM: schemas.emailSender.optional().register(settingExplanations, {
      description: 'The sender of every mail.',
      unset: '`no-reply` at the first host of `ORIGINS`',
      example: 'My site <no-reply@example.org>',
    }),
    NEWSLETTER_PER_MINUTE: schemas.perMinute.prefault('20').register(settingExplanations, {
      description:
        'The number of mails about new pages that the mail server takes in a minute, from all processes together. Other mails are not slowed down.',
    }),
  },
  'Login with Google or Microsoft': {
    GOOGLE_CLIENT_ID: schemas.text.optional().register(settingExplanations, {
      description: 'The client id from https://console.cloud.google.com/apis/credentials.',
      unset: 'no login with Google',
    }),
    GOOGLE_CLIENT_SECRET: schemas.text
      .optional()
      .register(settingExplanations, { description: 'The secret of that client.' }),
    GOOGLE_ISSUER: schemas.urlWithScheme('https', 'http').optional().register(settingExplanations, {
      description: 'The OpenID provider to use in place of Google.',
      unset: '`https://accounts.google.com`',
    }),
    MICROSOFT_CLIENT_ID: schemas.text.optional().register(settingExplanations, {
      description: 'The client id from https://entra.microsoft.com, App registrations.',
      unset: 'no login with Microsoft',
    }),
    MICROSOFT_CLIENT_SECRET: schemas.text
      .optional()
      .register(settingExplanations, { description: 'The secret of that client.' }),
    MICROSOFT_ISSUER: schemas.urlWithScheme('https', 'http').optional().register(settingExplanations, {
      description: 'The OpenID provider to use. The address of one tenant admits only the people of that tenant.',
      unset: '`https://login.microsoftonline.com/common/v2.0`',
    }),
  },
  'Card payments': {
    STRIPE_PUBLISHABLE_KEY: schemas.stripePublishableKey.optional().register(settingExplanations, {
      description: 'The publishable key: Stripe, Developers, API keys. See payments.md.',
      unset: 'customers pay at the door or the counter',
      example: 'pk_live_…',
    }),
    STRIPE_SECRET_KEY: schemas.stripeSecretKey.optional().register(settingExplanations, {
      description: 'The secret key, or a restricted key, from the same page.',
      example: 'sk_live_…',
    }),
    STRIPE_WEBHOOK_SECRET: schemas.stripeWebhookSecret.optional().register(settingExplanations, {
      description: 'The signing secret of the webhook at Stripe.',
      example: 'whsec_…',
    }),
    STRIPE_API: schemas.urlWithScheme('https', 'http').optional().register(settingExplanations, {
      description: "The address of Stripe's API. Tests set it.",
      unset: '`https://api.stripe.com`',
    }),
  },
  'Push notifications': {
    PUSH_SERVICES: schemas.pushServices.optional().register(settingExplanations, {
      description:
        'Origins of further push services, separated by commas. Google, Mozilla, Microsoft and Apple are known already.',
      example: 'https://push.example.org',
    }),
    FIREBASE_PROJECT_ID: schemas.firebaseProjectId.optional().register(settingExplanations, {
      description:
        'The Firebase project that sends to phones: https://console.firebase.google.com, Project settings, Service accounts, JSON file.',
      unset: 'no push to the native app',
    }),
    FIREBASE_CLIENT_EMAIL: schemas.text
      .optional()
      .register(settingExplanations, { description: 'The email address of the service account, from the same file.' }),
    FIREBASE_PRIVATE_KEY: schemas.privateKey.optional().register(settingExplanations, {
      description: 'The private key of the service account, from the same file, in one line.',
      example: String.raw`"-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n"`,
    }),
    FIREBASE_API_KEY: schemas.text.optional().register(settingExplanations, {
      description: 'The API key of the web app: Project settings, General.',
      unset: 'browsers get Web Push',
    }),
    FIREBASE_APP_ID: schemas.text.optional().register(settingExplanations, { description: 'The id of the web app.' }),
    FIREBASE_SENDER_ID: schemas.text
      .optional()
      .register(settingExplanations, { description: 'The sender id: Project settings, Cloud Messaging.' }),
    FIREBASE_VAPID_KEY: schemas.text
      .optional()
      .register(settingExplanations, { description: 'The key pair for Web Push certificates, from the same page.' }),
    FIREBASE_API: schemas.urlWithScheme('https', 'http').optional().register(settingExplanations, {
      description: 'The address of Firebase Cloud Messaging. Tests set it.',
      unset: '`https://fcm.googleapis.com`',
    }),
    FIREBASE_TOKEN_URL: schemas.urlWithScheme('https', 'http').optional().register(settingExplanations, {
      description: 'The address that gives access tokens for Firebase. Tests set it.',
      unset: '`https://oauth2.googleapis.com/token`',
    }),
  },
  'Error reports': {
    SENTRY_DSN: schemas.dsn.optional().register(settingExplanations, {
      description: 'The project at Sentry, or at a service with the same protocol, that receives error reports.',
      unset: 'admins read them at `/desk/errors`',
      example: 'https://key@errors.example.org/1',
    }),
  },
  'Native app': {
    NATIVE: schemas.onOrOff.prefault('off').register(settingExplanations, {
      description: '`on` lets the native app call the site. Its pages have origins of their own.',
    }),
    ANDROID_CERT_SHA256: schemas.certificateFingerprints.optional().register(settingExplanations, {
      description: 'The certificates of the Android app, separated by commas. The app then opens links to the site.',
    }),
    IOS_TEAM_ID: schemas.appleTeamId.optional().register(settingExplanations, {
      description: 'The team at Apple that signs the iOS app. The app then opens links to the site.',
    }),
  },
}

const variables = z.object({
  ...settingSchemasBySection.Server,
  ...settingSchemasBySection.Data,
  ...settingSchemasBySection.Mail,
  ...settingSchemasBySection['Login with Google or Microsoft'],
  ...settingSchemasBySection['Card payments'],
  ...settingSchemasBySection['Push notifications'],
  ...settingSchemasBySection['Error reports'],
  ...settingSchemasBySection['Native app'],
})

/** Variables that must be set together. */
export const settingsSetTogether = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['FIREBASE_PROJECT_ID', 'FIREBASE_CLIENT_EMAIL', 'FIREBASE_PRIVATE_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['FIREBASE_API_KEY', 'FIREBASE_APP_ID', 'FIREBASE_SENDER_ID', 'FIREBASE_VAPID_KEY'],
] as const

type Variables = z.output<typeof variables>
export type Config = Variables & {
  ORIGINS: OwnOriginList
  BACKUP_DIR: string
  MAIL_FROM: NonNullable<Variables['MAIL_FROM']>
  /** The first of ORIGINS when it is set: the origin that readers use. */
  publicAddress: string | undefined
  /** Whether links in mails lead to the site's own address; otherwise they lead to this machine. */
  isAddressKnown: boolean
}

/**
 * Reads the variables. An empty variable counts as not set.
 * @throws {StartError} with the names of all invalid variables, without their values
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  const complaints = parsed.error?.issues.map(({ path, message }) => `${String(path[0])} ${message}.`) ?? []
  for (const group of settingsSetTogether) {
    const present = group.find((name) => given[name])
    for (const name of group) if (present && !given[name]) complaints.push(`${name} must be set too, as ${present} is.`)
  }
  if (given.FIREBASE_API_KEY && !given.FIREBASE_PROJECT_ID)
    complaints.push('FIREBASE_PROJECT_ID must be set too, as FIREBASE_API_KEY is.')
  if (!parsed.success || complaints.length > 0) throw new StartError(complaints.join('\n'))
  const { ORIGINS = defaultOrigins(parsed.data), MAIL_FROM } = parsed.data
  const mailHost = new URL(parsed.data.ORIGINS?.[0] ?? site.origin).hostname
  return {
    ...parsed.data,
    ORIGINS,
    BACKUP_DIR: parsed.data.BACKUP_DIR ?? join(parsed.data.DATA_DIR, 'backups'),
    MAIL_FROM: MAIL_FROM ?? { name: site.name, address: `no-reply@${mailHost}` },
    publicAddress: parsed.data.ORIGINS?.[0],
    isAddressKnown: parsed.data.ORIGINS !== undefined || !schemas.isLoopbackUrl(new URL(ORIGINS[0])),
  }
}

/** Returns the origin of site.config.ts, the address on which the server listens, and the addresses of this machine. */
function defaultOrigins({ HOST, PORT }: Pick<Variables, 'HOST' | 'PORT'>): OwnOriginList {
  const listening = toLoopbackUrl({ HOST, PORT })
  const local: OwnOriginList = [`http://127.0.0.1:${PORT}`, `http://localhost:${PORT}`]
  const origins = local.includes(listening) ? local : ([listening, ...local] as const)
  return isReservedDomain(new URL(site.origin).hostname) ? origins : [site.origin, ...origins]
}

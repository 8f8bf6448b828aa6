import { createPrivateKey } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { site } from '#site'
import type { Origins } from './http/origins.ts'
import { StartError } from './http/start-error.ts'
import { plainAddress } from './outbox/outbox.ts'
import { dsnOf } from './reports/dsn.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const directory = z.string().transform((path) => resolve(path))

/** An address with one of these schemes; the value, which may hold a password, is never repeated. */
const address = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && Boolean(URL.parse(text)?.host),
      `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    )

const onOrOff = z.stringbool({ truthy: ['on', 'true', '1'], falsy: ['off', 'false', '0'], error: 'must be on or off' })

const variables = z.object({
  /** The address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 or :: for every network. */
  HOST: z
    .string()
    // That name has two addresses: Fastify would make a second server for the other, without the hub and our limits.
    .transform((host) => (host === 'localhost' ? '127.0.0.1' : host))
    .default('127.0.0.1'),
  /** 0 takes any free port. */
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
    .default(3000),
  /** Where everything that must survive a restart is kept. */
  DATA_DIR: directory.default(resolve('data')),
  /** What `npm run build` wrote. */
  BUILD_DIR: directory.default(resolve('dist')),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  /** On: exactly one proxy stands in front, and its X-Forwarded-* headers are believed. */
  TRUST_PROXY: onOrOff.default(false),
  /** Off: a new database begins empty, without what is marked as a sample. */
  SAMPLES: onOrOff.default(true),
  /** Where the data is, when it is in Postgres and not in a file in DATA_DIR. */
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  /** What links several processes of this site; without it, the Postgres that they share does. */
  REDIS_URL: address('redis', 'rediss').optional(),
  /** The server that mail is sent through; without one, mail is read at the desk. */
  SMTP_URL: address('smtp', 'smtps').optional(),
  /** Whom mail is from. */
  MAIL_FROM: z
    .string()
    .transform((text, { addIssue }) => {
      const [, name, address = text] = /^"?([^"<>]*?)"?\s*<(.*)>$/.exec(text.trim()) ?? []
      if (plainAddress.test(address) && !/\p{Cc}/u.test(text)) return { name: name || site.name, address }
      addIssue('must be an email address, or a name and an address as in Jo <jo@example.org>')
      return z.NEVER
    })
    .optional(),
  /** The addresses that this site is used at: links in mails lead to them, and calls are answered to them. */
  ORIGINS: z
    .string()
    .transform((list): Origins => list.split(',').map((origin) => origin.trim()) as [string, ...string[]])
    .refine((list) => list.every(isOrigin), 'must be a list of origins without a path, as in https://example.org')
    .optional(),
  /** The service that error reports are passed on to, as it gives it; without one, they are at the desk. */
  SENTRY_DSN: z
    .string()
    .transform((text, { addIssue }) => {
      const dsn = dsnOf(text.trim())
      if (dsn) return dsn
      addIssue('must be the DSN of a project, as in https://key@errors.example.org/1')
      return z.NEVER
    })
    .optional(),
  /** On: the native app may call, whose pages have an origin of their own (NATIVE_ORIGINS). */
  NATIVE: onOrOff.default(false),
  /** What the Android app is signed with: lets addresses of the site open in it. */
  ANDROID_CERT_SHA256: z
    .string()
    .transform((list) => list.split(',').map((print) => print.trim().toUpperCase()))
    .refine(
      (list) => list.every((print) => /^([\dA-F]{2}:){31}[\dA-F]{2}$/.test(print)),
      'must be the SHA-256 fingerprint of a certificate, 32 pairs of hexadecimal digits with colons between them',
    )
    .optional(),
  /** Who makes the iOS app: lets addresses of the site open in it. */
  IOS_TEAM_ID: z
    .string()
    .regex(/^[A-Z\d]{10}$/, 'must be the ten capital letters and digits of a team at Apple')
    .optional(),
  /** What Google gave this site, which lets people log in with it. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Who answers for Google; another than usual in tests. */
  GOOGLE_ISSUER: address('https', 'http').optional(),
  /** What Microsoft gave this site, which lets people log in with it. */
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  /** Who answers for Microsoft; one tenant's address lets only its people in. */
  MICROSOFT_ISSUER: address('https', 'http').optional(),
  /** The account at Stripe that takes cards: its keys, and what its events are signed with. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret key of Stripe, as in sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be a publishable key of Stripe, as in pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be the signing secret of a webhook at Stripe, as in whsec_…')
    .optional(),
  /** Where Stripe's API is; elsewhere than usual in tests. */
  STRIPE_API: address('https', 'http').optional(),
  /** Push services that messages may be sent to beside the known ones: their origins. */
  PUSH_SERVICES: z
    .string()
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .refine(
      (list) => list.every((origin) => isOrigin(origin) && isSafe(new URL(origin))),
      'must be a list of origins that begin with https://, or with http:// on this machine, without a path',
    )
    .optional(),
  /** The Firebase project that phones are sent to by, and its service account. */
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be the id of a Firebase project')
    .optional(),
  FIREBASE_CLIENT_EMAIL: z.string().optional(),
  FIREBASE_PRIVATE_KEY: z
    .string()
    // As the file of a service account has it, in one line.
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be the private key of a service account, from its JSON file')
    .optional(),
  /** What browsers register with at that project; without it they use Web Push. */
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_APP_ID: z.string().optional(),
  FIREBASE_SENDER_ID: z.string().optional(),
  FIREBASE_VAPID_KEY: z.string().optional(),
  /** Where FCM is, and where its tokens are exchanged; elsewhere than usual in tests. */
  FIREBASE_API: address('https', 'http').optional(),
  FIREBASE_TOKEN_URL: address('https', 'http').optional(),
})

/** Variables that are of use together only. */
const groups = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['FIREBASE_PROJECT_ID', 'FIREBASE_CLIENT_EMAIL', 'FIREBASE_PRIVATE_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['FIREBASE_API_KEY', 'FIREBASE_APP_ID', 'FIREBASE_SENDER_ID', 'FIREBASE_VAPID_KEY'],
] as const

type Variables = z.output<typeof variables>
export type Config = Variables & {
  ORIGINS: Origins
  MAIL_FROM: NonNullable<Variables['MAIL_FROM']>
  /** Whether links in mails lead to where readers reach the site; if not, they lead to this machine. */
  isAddressKnown: boolean
}

/**
 * Reads the environment; an empty variable counts as one not set.
 * @throws {StartError} naming every bad variable at once, without what it was set to
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  const complaints = parsed.error?.issues.map(({ path, message }) => `${String(path[0])} ${message}.`) ?? []
  for (const group of groups) {
    const one = group.find((name) => given[name])
    for (const other of group) if (one && !given[other]) complaints.push(`${other} must be set too, as ${one} is.`)
  }
  if (given.FIREBASE_API_KEY && !given.FIREBASE_PROJECT_ID)
    complaints.push('FIREBASE_PROJECT_ID must be set too, as FIREBASE_API_KEY is.')
  if (!parsed.success || complaints.length > 0) throw new StartError(complaints.join('\n'))
  const { ORIGINS = usualOrigins(parsed.data), MAIL_FROM } = parsed.data
  const mailHost = new URL(parsed.data.ORIGINS?.[0] ?? site.origin).hostname
  return {
    ...parsed.data,
    ORIGINS,
    MAIL_FROM: MAIL_FROM ?? { name: site.name, address: `no-reply@${mailHost}` },
    isAddressKnown: parsed.data.ORIGINS !== undefined || !isThisMachine(new URL(ORIGINS[0])),
  }
}

/** Where the site is reached as far as can be known: at its name, at the address it listens on, and on this machine. */
function usualOrigins({ HOST, PORT }: Pick<Variables, 'HOST' | 'PORT'>): Origins {
  const listening = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
  const local: Origins = [`http://127.0.0.1:${PORT}`, `http://localhost:${PORT}`]
  const isEveryAddress = HOST === '0.0.0.0' || HOST === '::'
  const origins = isEveryAddress || local.includes(listening) ? local : ([listening, ...local] as const)
  return isReserved(site.origin) ? origins : [site.origin, ...origins]
}

/** Whether a name is one that no site has (RFC 2606). */
const isReserved = (origin: string): boolean =>
  /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/.test(new URL(origin).hostname)

/** `https://example.org`, as a browser writes it. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

/** Only what stays on this machine may go without TLS. */
const isSafe = (url: URL) => url.protocol === 'https:' || isThisMachine(url)

const isThisMachine = ({ hostname }: URL) => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)

function isPrivateKey(pem: string): boolean {
  try {
    return pem.includes('BEGIN PRIVATE KEY') && createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

import { createPrivateKey } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { site } from '#site'
import { tryParseDsn } from './features/reports/dsn.ts'
import type { OwnOriginList } from './http/origins.ts'
import { plainEmailPattern } from './outbox/outbox.ts'

/** The description of a kind of value, as in "must be …"; docs/settings.md shows it too. */
export const expectedValueDescriptions = z.registry<{ description: string }>()

/**
 * Returns a schema that refuses a value that `parse` cannot read. The message is "must be `description`", and never
 * repeats the value.
 */
function kind<T>(description: string, parse: (text: string) => T | undefined) {
  const schema = z.string().transform((text, { addIssue }): T => {
    const value = parse(text)
    if (value !== undefined) return value
    addIssue(`must be ${description}`)
    return z.NEVER
  })
  return schema.register(expectedValueDescriptions, { description })
}

const matching = (pattern: RegExp, description: string) =>
  kind(description, (text) => (pattern.test(text) ? text : undefined))

export const text = z.string().register(expectedValueDescriptions, { description: 'text' })

export const token = matching(/^[\w.~-]{16,}$/, '16 or more letters, digits and - . _ ~')

export const folder = kind('a folder', (path) => resolve(path))

// The name localhost has two addresses. Fastify would open a second server for the second address, without the hub and
// without limits.
export const host = kind('a network address', (name) => (name === 'localhost' ? '127.0.0.1' : name))

export const port = kind('a whole number from 0 to 65535', (digits) =>
  /^\d{1,5}$/.test(digits) && Number(digits) <= 65_535 ? Number(digits) : undefined,
)

export const perMinute = kind('a whole number from 1 to 6000', (digits) =>
  /^\d{1,4}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= 6_000 ? Number(digits) : undefined,
)

export const onOrOff = kind('on or off', (word) => {
  const isOn = ['on', 'true', '1'].includes(word.toLowerCase())
  return isOn || ['off', 'false', '0'].includes(word.toLowerCase()) ? isOn : undefined
})

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const logLevel = kind(`one of ${logLevels.join(', ')}`, (word) => logLevels.find((level) => level === word))

/** Returns a schema of URLs with one of these schemes and a host. */
export function urlWithScheme(...schemes: string[]) {
  const description = `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  return kind(description, (text) =>
    schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.parse(text)?.host ? text : undefined,
  )
}

const listOf = (text: string) => text.split(',').map((item) => item.trim())

export const origins = kind(
  'a list of origins without a path, as in https://example.org',
  (text): OwnOriginList | undefined => {
    const list = listOf(text)
    return list.every(isOrigin) ? (list as [string, ...string[]]) : undefined
  },
)

export const pushServices = kind(
  'a list of origins that begin with https://, or with http:// on this machine, without a path',
  (text) => {
    const list = listOf(text)
    return list.every((origin) => isOrigin(origin) && isSafe(new URL(origin))) ? list : undefined
  },
)

export const emailSender = kind('an email address, or a name and an address as in Jo <jo@example.org>', (text) => {
  const [, name, address = text] = /^"?([^"<>]*?)"?\s*<(.*)>$/.exec(text.trim()) ?? []
  return plainEmailPattern.test(address) && !/\p{Cc}/u.test(text) ? { name: name || site.name, address } : undefined
})

export const dsn = kind(
  'the DSN of a project, as in https://key@errors.example.org/1',
  (text) => tryParseDsn(text.trim()) ?? undefined,
)

export const certificateFingerprints = kind(
  'the SHA-256 fingerprint of a certificate, 32 pairs of hexadecimal digits with colons between them',
  (text) => {
    const list = listOf(text.toUpperCase())
    return list.every((fingerprint) => /^([\dA-F]{2}:){31}[\dA-F]{2}$/.test(fingerprint)) ? list : undefined
  },
)

export const appleTeamId = matching(/^[A-Z\d]{10}$/, 'the ten capital letters and digits of a team at Apple')

export const stripeSecretKey = matching(/^(sk|rk)_\w+$/, 'a secret key of Stripe, as in sk_live_…')
export const stripePublishableKey = matching(/^pk_\w+$/, 'a publishable key of Stripe, as in pk_live_…')
export const stripeWebhookSecret = matching(/^whsec_\w+$/, 'the signing secret of a webhook at Stripe, as in whsec_…')

export const firebaseProjectId = matching(/^[\w.:-]+$/, 'the id of a Firebase project')

/** A private key; the JSON file of a service account has it in one line, with `\n` between the lines. */
export const privateKey = kind('the private key of a service account, from its JSON file', (text) => {
  const pem = text.replaceAll('\\n', '\n')
  return isPrivateKey(pem) ? pem : undefined
})

/** Returns whether the text is an origin as a browser writes it: `https://example.org`. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

/** Returns whether traffic to the URL is encrypted or stays on this machine. */
const isSafe = (url: URL) => url.protocol === 'https:' || isLoopbackUrl(url)

export const isLoopbackUrl = ({ hostname }: URL) => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)

function isPrivateKey(pem: string): boolean {
  try {
    return pem.includes('BEGIN PRIVATE KEY') && createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

import { generateKeyPairSync } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { site } from '#site'
import { readConfig } from './config.ts'
import { StartError } from './http/start-error.ts'

test('returns the defaults for an empty environment and for empty variables', () => {
  const defaults = {
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: resolve('data'),
    BACKUP_DIR: resolve('data/backups'),
    BUILD_DIR: resolve('dist'),
    AUTHORING_PUSH: false,
    LOG_LEVEL: 'info',
    TRUST_PROXY: false,
    SAMPLES: true,
    NATIVE: false,
    MAIL_FROM: { name: site.name, address: `no-reply@${new URL(site.origin).hostname}` },
    NEWSLETTER_PER_MINUTE: 20,
    ORIGINS: ['http://127.0.0.1:3000', 'http://localhost:3000'],
    isAddressKnown: false,
  }
  expect(readConfig({})).toEqual(defaults)
  const empty = { HOST: '', PORT: ' ', DATA_DIR: '', LOG_LEVEL: '', TRUST_PROXY: '', DATABASE_URL: '', ORIGINS: ' ' }
  expect(readConfig(empty)).toEqual(defaults)
})

test('reads the host localhost as 127.0.0.1', () => {
  expect(readConfig({ HOST: 'localhost' }).HOST).toBe('127.0.0.1')
})

const print = Array.from({ length: 32 }, () => 'AB').join(':')

test('reads every variable that is set', () => {
  const environment = {
    HOST: '::',
    PORT: '8080',
    DATA_DIR: '/srv/data',
    BACKUP_DIR: '/mnt/backups',
    BUILD_DIR: '/srv/dist',
    AUTHORING: 'on',
    AUTHORING_PUSH: 'on',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'On',
    SAMPLES: 'off',
    DATABASE_URL: 'postgresql://jo:secret@db.example:5433/site?sslmode=require',
    REDIS_URL: 'rediss://:secret@redis.example:6380',
    SMTP_URL: 'smtps://jo%40example.org:secret@mail.example.org',
    MAIL_FROM: 'Jo of the site <jo@example.org>',
    NEWSLETTER_PER_MINUTE: '6000',
    ORIGINS: 'https://example.org, http://192.168.1.5:8080',
    NATIVE: 'on',
    ANDROID_CERT_SHA256: `${print.toLowerCase()}, ${print}`,
    IOS_TEAM_ID: 'A1B2C3D4E5',
    SENTRY_DSN: 'https://key@errors.example/77',
    GOOGLE_CLIENT_ID: 'google',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_ISSUER: 'http://127.0.0.1:4000',
    MICROSOFT_CLIENT_ID: 'microsoft',
    MICROSOFT_CLIENT_SECRET: 'secret',
    MICROSOFT_ISSUER: 'https://login.example/tenant/v2.0',
  }
  expect(readConfig(environment)).toEqual({
    ...environment,
    PORT: 8080,
    AUTHORING: true,
    AUTHORING_PUSH: true,
    TRUST_PROXY: true,
    SAMPLES: false,
    NATIVE: true,
    ANDROID_CERT_SHA256: [print, print],
    MAIL_FROM: { name: 'Jo of the site', address: 'jo@example.org' },
    NEWSLETTER_PER_MINUTE: 6000,
    SENTRY_DSN: { publicKey: 'key', endpoint: 'https://errors.example/api/77/envelope/' },
    ORIGINS: ['https://example.org', 'http://192.168.1.5:8080'],
    publicAddress: 'https://example.org',
    isAddressKnown: true,
  })
})

test.each([
  ['0.0.0.0', ['http://127.0.0.1:3000', 'http://localhost:3000'], false],
  ['::1', ['http://[::1]:3000', 'http://127.0.0.1:3000', 'http://localhost:3000'], false],
  ['192.168.1.5', ['http://192.168.1.5:3000', 'http://127.0.0.1:3000', 'http://localhost:3000'], true],
])(
  'when HOST is %s and ORIGINS is not set, the default origins do not contain the example domain of site.config.ts',
  (HOST, ORIGINS, isAddressKnown) => {
    expect(readConfig({ HOST })).toMatchObject({ ORIGINS, isAddressKnown })
  },
)

test('when MAIL_FROM is not set, the address of the sender has the host of the first origin', () => {
  const { MAIL_FROM } = readConfig({ ORIGINS: 'https://hats.org,http://127.0.0.1:3000' })
  expect(MAIL_FROM).toEqual({ name: site.name, address: 'no-reply@hats.org' })
})

test('names all invalid variables in one error, and says what each value must be', () => {
  const read = () =>
    readConfig({ PORT: '80x', LOG_LEVEL: 'loud', TRUST_PROXY: 'maybe', HOST: '::', GOOGLE_CLIENT_ID: 'google' })
  expect(read).toThrow(StartError)
  expect(read).toThrow(
    [
      'PORT must be a whole number from 0 to 65535.',
      'TRUST_PROXY must be on or off.',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
      'GOOGLE_CLIENT_SECRET must be set too, as GOOGLE_CLIENT_ID is.',
    ].join('\n'),
  )
})

test.each(['65536', '-1', '3000.5', '0x10', '1e3', '999999'])('rejects PORT %s', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow(`PORT must be a whole number from 0 to 65535.`)
})

test.each(['constructor', '__proto__', 'toString'])('rejects TRUST_PROXY %s', (TRUST_PROXY) => {
  expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY must be on or off')
})

test.each([
  ['DATABASE_URL', 'mysql://jo:secret@db.example/site', 'an address that begins with postgres:// or postgresql://'],
  ['DATABASE_URL', 'postgres://jo:sec ret@/site', 'an address that begins with postgres:// or postgresql://'],
  ['SMTP_URL', 'https://jo:secret@mail.example', 'an address that begins with smtp:// or smtps://'],
  ['SMTP_URL', 'jo:secret@mail.example', 'an address that begins with smtp:// or smtps://'],
  ['GOOGLE_ISSUER', 'accounts.google.com', 'an address that begins with https:// or http://'],
  ['MICROSOFT_ISSUER', 'file:///secret', 'an address that begins with https:// or http://'],
  ['FIREBASE_API', 'fcm.googleapis.com', 'an address that begins with https:// or http://'],
])('rejects the variable %s with the value %s, and does not repeat the value in the message', (name, value, what) => {
  expect(() => readConfig({ [name]: value })).toThrow(new StartError(`${name} must be ${what}.`))
})

test.each([
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_SECRET', 'MICROSOFT_CLIENT_ID'],
])('rejects the variable %s without %s, and does not repeat the value in the message', (one, other) => {
  expect(() => readConfig({ [one]: 'secret' })).toThrow(new StartError(`${other} must be set too, as ${one} is.`))
})

test.each([
  'example.org',
  'https://example.org/',
  'https://example.org/site',
  'https://example.org,',
  'https://jo@example.org',
  'ftp://example.org',
  'https://Example.org',
  '*',
  'null',
])('rejects ORIGINS %s', (ORIGINS) => {
  expect(() => readConfig({ ORIGINS })).toThrow('ORIGINS must be a list of origins without a path')
})

test.each([
  ['jo@example.org', { name: site.name, address: 'jo@example.org' }],
  ['<jo@example.org>', { name: site.name, address: 'jo@example.org' }],
  ['"Jo, of the site" <jo@example.org>', { name: 'Jo, of the site', address: 'jo@example.org' }],
])('reads the name and the address of MAIL_FROM %s', (MAIL_FROM, sender) => {
  expect(readConfig({ MAIL_FROM }).MAIL_FROM).toEqual(sender)
})

test.each([
  'jo',
  'jo@example.org>',
  'Jo <jo@example.org',
  'a@b.org, c@d.org',
  'Jo\r\nBcc: x@y.org <jo@example.org>',
  'Jo <>',
])('rejects MAIL_FROM %j', (MAIL_FROM) => {
  expect(() => readConfig({ MAIL_FROM })).toThrow('MAIL_FROM must be an email address')
})

test.each([
  ['ANDROID_CERT_SHA256', 'AB:CD', 'must be the SHA-256 fingerprint of a certificate'],
  ['IOS_TEAM_ID', 'nebelhorn', 'must be the ten capital letters and digits of a team at Apple'],
  ['NATIVE', 'android', 'must be on or off'],
])('rejects the variable %s with the value %s', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} ${words}`)
})

test.each(['https://errors.example/1', 'http://hush@errors.example/1', 'hush'])(
  'rejects SENTRY_DSN %s, and does not repeat the value in the message',
  (SENTRY_DSN) => {
    expect(() => readConfig({ SENTRY_DSN })).toThrow(
      /^SENTRY_DSN must be the DSN of a project, as in https:\/\/key@errors\.example\.org\/1\.$/,
    )
  },
)

test('accepts https:// origins in PUSH_SERVICES, and http:// origins of this machine only', () => {
  const services = ['https://push.example', 'https://push.example:8443', 'http://127.0.0.1:4508', 'http://[::1]:4508']
  expect(readConfig({ PUSH_SERVICES: services.join(', ') }).PUSH_SERVICES).toEqual(services)
  const words = 'PUSH_SERVICES must be a list of origins that begin with https://, or with http:// on this machine'
  const wrong = [
    'http://push.example',
    'https://push.example/path',
    'push.example',
    'http://127.0.0.1.evil.example',
    ',',
  ]
  for (const PUSH_SERVICES of wrong) expect(() => readConfig({ PUSH_SERVICES })).toThrow(words)
})

const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string
const phones = { FIREBASE_PROJECT_ID: 'hats', FIREBASE_CLIENT_EMAIL: 'site@hats.example', FIREBASE_PRIVATE_KEY: pem }
const browsers = { FIREBASE_API_KEY: 'AIza', FIREBASE_APP_ID: '1:2', FIREBASE_SENDER_ID: '2', FIREBASE_VAPID_KEY: 'BN' }

test('accepts Firebase settings for phones, with or without settings for browsers, and a private key in one line', () => {
  expect(readConfig(phones)).toMatchObject(phones)
  const inOneLine = pem.replaceAll('\n', '\\n')
  expect(readConfig({ ...phones, ...browsers, FIREBASE_PRIVATE_KEY: inOneLine })).toMatchObject({
    ...phones,
    ...browsers,
  })
})

test('rejects incomplete Firebase settings, settings for browsers without settings for phones, and an invalid private key', () => {
  const { FIREBASE_PRIVATE_KEY: _key, ...keyless } = phones
  expect(() => readConfig(keyless)).toThrow('FIREBASE_PRIVATE_KEY must be set too, as FIREBASE_PROJECT_ID is.')
  const { FIREBASE_VAPID_KEY: _vapid, ...some } = browsers
  expect(() => readConfig({ ...phones, ...some })).toThrow(
    'FIREBASE_VAPID_KEY must be set too, as FIREBASE_API_KEY is.',
  )
  expect(() => readConfig(browsers)).toThrow('FIREBASE_PROJECT_ID must be set too, as FIREBASE_API_KEY is.')
  expect(() => readConfig({ ...phones, FIREBASE_PRIVATE_KEY: 'secret' })).toThrow(
    new StartError('FIREBASE_PRIVATE_KEY must be the private key of a service account, from its JSON file.'),
  )
  expect(() => readConfig({ ...phones, FIREBASE_PROJECT_ID: '../else' })).toThrow('the id of a Firebase project')
})

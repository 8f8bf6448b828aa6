import { expect, test } from 'vitest'
import { parseProviderProfile } from './provider-profile.ts'

const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
const tid = '11111111-2222-3333-4444-555555555555'
const oid = 'AAAAAAAA-0000-0000-0000-00000000000B'
const email = 'nora@example.org'

test('identifies a Google account by its subject, a Microsoft account by tenant and object id', () => {
  expect(parseProviderProfile('google', { sub: '108', email }).subject).toBe('108')
  expect(parseProviderProfile('microsoft', { sub: 'pairwise', tid, oid }).subject).toBe(`${tid}.${oid.toLowerCase()}`)
})

test.each([
  ['google', { email }],
  ['google', { sub: 108, email }],
  ['google', { sub: '', email }],
  ['google', { sub: 'a'.repeat(256), email }],
  ['google', { sub: 'nora\u0000', email }],
  ['microsoft', { sub: 'pairwise', oid, email }],
  ['microsoft', { sub: 'pairwise', tid, email }],
  ['microsoft', { tid: `${tid}.`, oid, email }],
  ['microsoft', { tid, oid: 'oid', email }],
] as const)('rejects a profile of %s whose claims have no valid account id: %j', (provider, claims) => {
  expect(() => parseProviderProfile(provider, claims)).toThrow()
})

test.each([
  [{ email_verified: true }, true],
  [{ email_verified: 'true' }, false],
  [{ email_verified: 1 }, false],
  [{ xms_edov: true }, false],
  [{}, false],
])('a Google profile with %j gives emailVerified = %s', (claims, verified) => {
  expect(parseProviderProfile('google', { sub: '108', email, ...claims }).emailVerified).toBe(verified)
})

test.each([
  [{ tid }, false],
  [{ tid, email_verified: 'true' }, false],
  [{ tid, email_verified: 1 }, false],
  [{ tid, xms_edov: false }, false],
  [{ tid, xms_edov: '0' }, false],
  [{ tid, xms_edov: 'yes' }, false],
  [{ tid, xms_edov: {} }, false],
  [{ tid, email_verified: true }, true],
  [{ tid, xms_edov: true }, true],
  [{ tid, xms_edov: 1 }, true],
  [{ tid, xms_edov: '1' }, true],
  [{ tid, xms_edov: 'true' }, true],
  [{ tid: personal }, true],
  [{ tid: personal.toUpperCase() }, true],
])('a Microsoft profile with %j gives emailVerified = %s', (claims, verified) => {
  expect(parseProviderProfile('microsoft', { oid, email, ...claims }).emailVerified).toBe(verified)
})

test.each([[undefined], [null], [''], ['nora'], [[email]], [`${email}\r\nBcc: all@example.org`], [`${email},b@c.org`]])(
  'ignores the invalid email address %j of a provider’s profile',
  (given) => {
    expect(parseProviderProfile('google', { sub: '108', email: given }).email).toBeNull()
  },
)

test('keeps the spelling of a profile’s email address, and normalises it in the key', () => {
  const given = parseProviderProfile('google', { sub: '108', email: ' Nora@Example.ORG ' }).email
  expect(given).toEqual({ email: 'Nora@Example.ORG', key: email })
})

test.each([
  ['Nora Reader', 'Nora Reader'],
  ['  Nora\r\nSet-Cookie: a=b\u0000\u202E <script>  ', 'Nora Set-Cookie: a=b <script>'],
  ['🦊'.repeat(100), '🦊'.repeat(80)],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['', 'nora'],
  ['\u0000\u200B', 'nora'],
  [{ given: 'Nora' }, 'nora'],
  [undefined, 'nora'],
])('a profile’s name %j becomes %j', (name, expected) => {
  expect(parseProviderProfile('google', { sub: '108', email, name }).name).toBe(expected)
})

import { expect, test } from 'vitest'
import { getSafeIssuerUrl, isMetadataOfIssuer } from './provider-client.ts'

const settings = { clientId: 'id', clientSecret: 'secret' }

test('uses the public issuers of Google and Microsoft by default', () => {
  expect(getSafeIssuerUrl('google', settings)).toBe('https://accounts.google.com')
  expect(getSafeIssuerUrl('microsoft', settings)).toBe('https://login.microsoftonline.com/common/v2.0')
})

test.each([
  ['https://accounts.example.org'],
  ['http://127.0.0.1:4000'],
  ['http://127.1.2.3/'],
  ['http://[::1]:4000'],
  ['http://localhost:4000/common/v2.0'],
])('accepts the issuer %s', (issuer) => {
  expect(getSafeIssuerUrl('google', { ...settings, issuer })).toBe(issuer)
})

test.each([
  ['http://accounts.example.org'],
  ['http://127.0.0.1.example.org'],
  ['http://127.example.org'],
  ['http://localhost.example.org'],
  ['http://10.0.0.1'],
  ['http://0.0.0.0'],
  ['ftp://127.0.0.1'],
  ['accounts.example.org'],
])('rejects the issuer %s, which an attacker could impersonate', (issuer) => {
  expect(() => getSafeIssuerUrl('microsoft', { ...settings, issuer })).toThrow(
    'MICROSOFT_ISSUER must be an address with https',
  )
})

const one = '11111111-2222-3333-4444-555555555555'
const other = one.replace('1', '2')

test.each([
  ['common', '{tenantid}', true],
  ['organizations', '{tenantid}', true],
  ['consumers', one, true],
  ['example.onmicrosoft.com', one, true],
  [one, one, true],
  ['common', one, false],
  ['common', 'other', false],
  [one, other, false],
  [one, '{tenantid}', false],
  ['example.onmicrosoft.com', '{tenantid}', false],
])(
  'for the configured Microsoft tenant %s, metadata with the issuer of tenant %s is accepted: %s',
  (tenant, id, believed) => {
    const issuer = (part: string, rest = 'v2.0') => `https://login.microsoftonline.com/${part}/${rest}`
    expect(isMetadataOfIssuer('microsoft', issuer(tenant), issuer(id))).toBe(believed)
    expect(isMetadataOfIssuer('microsoft', issuer(tenant), issuer(id, 'v1.0'))).toBe(false)
    expect(isMetadataOfIssuer('microsoft', issuer(tenant), issuer(id).replace('login.', 'evil.'))).toBe(false)
  },
)

test.each([
  ['https://accounts.google.com', true],
  ['https://accounts.google.com/', false],
  ['https://accounts.google.com/{tenantid}/v2.0', false],
  ['http://accounts.google.com', false],
])('Google metadata with the issuer %s is accepted: %s', (described, believed) => {
  expect(isMetadataOfIssuer('google', 'https://accounts.google.com', described)).toBe(believed)
})

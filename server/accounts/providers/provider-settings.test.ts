import { expect, test } from 'vitest'
import { issuerOf } from './provider-settings.ts'

const settings = { clientId: 'id', clientSecret: 'secret' }

test('providers are where they usually are', () => {
  expect(issuerOf('google', settings).href).toBe('https://accounts.google.com/')
  expect(issuerOf('microsoft', settings).href).toBe('https://login.microsoftonline.com/common/v2.0')
})

test.each([
  ['https://accounts.example.org'],
  ['http://127.0.0.1:4000'],
  ['http://127.1.2.3/'],
  ['http://[::1]:4000'],
  ['http://localhost:4000/common/v2.0'],
])('%s may be another place', (issuer) => {
  expect(issuerOf('google', { ...settings, issuer }).origin).toBe(new URL(issuer).origin)
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
])('%s may not, as anybody on the way could answer for it', (issuer) => {
  expect(() => issuerOf('microsoft', { ...settings, issuer })).toThrow('MICROSOFT_ISSUER must be an address with https')
})

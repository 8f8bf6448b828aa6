import { expect, test } from 'vitest'
import { derivedSecret, hashOf, newSecret } from './secrets.ts'

test('a new secret has 256 bits, only characters that are safe in URLs, and is unique', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
  expect(new Set(secrets).size).toBe(1000)
})

test('a derived secret has 256 bits, and depends on both the key and the source secret', () => {
  const derived = derivedSecret('key', 'secret')
  expect(derived).toMatch(/^[\w-]{43}$/)
  expect(derivedSecret('key', 'secret')).toBe(derived)
  expect(
    new Set([derived, derivedSecret('key', 'other'), derivedSecret('other', 'secret'), hashOf('secret')]).size,
  ).toBe(4)
})

import { expect, test } from 'vitest'
import { deriveSecret, generateSecret, hashSecret } from './secrets.ts'

test('a new secret has 256 bits, only characters that are safe in URLs, and is unique', () => {
  const secrets = Array.from({ length: 1000 }, generateSecret)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
  expect(new Set(secrets).size).toBe(1000)
})

test('a derived secret has 256 bits, and depends on both the key and the source secret', () => {
  const derived = deriveSecret('key', 'secret')
  expect(derived).toMatch(/^[\w-]{43}$/)
  expect(deriveSecret('key', 'secret')).toBe(derived)
  expect(
    new Set([derived, deriveSecret('key', 'other'), deriveSecret('other', 'secret'), hashSecret('secret')]).size,
  ).toBe(4)
})

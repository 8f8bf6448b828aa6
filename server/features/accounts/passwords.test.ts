import { expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

vi.unmock('@node-rs/argon2')

test('a password is hashed by Argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await hashPassword('kettle in a battered hat')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, 'kettle in a battered hat')).toBe(true)
  expect(await verifyPassword(hash, 'kettle in a battered cap')).toBe(false)
  expect(await verifyPassword(null, 'kettle in a battered hat')).toBe(false)
})

import { expect, test, vi } from 'vitest'
import { hashPassword, requireAcceptablePassword, verifyPassword } from './passwords.ts'

vi.unmock('@node-rs/argon2')

test('a password is hashed by Argon2id with 19 MiB, two passes and one lane', async () => {
  const hash = await hashPassword('kettle in a battered hat')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(hash, 'kettle in a battered hat')).toBe(true)
  expect(await verifyPassword(hash, 'kettle in a battered cap')).toBe(false)
  expect(await verifyPassword(null, 'kettle in a battered hat')).toBe(false)
})

test.each([
  ['password_guessable', 'ｐａｓｓｗｏｒｄ１２３４'],
  ['password_is_email', 'ｎｏｒａ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
  ['password_too_short', 'e\u0301'.repeat(9)],
])('S5.02 throws %s for the normal form of the password %j', async (code, password) => {
  await expect(requireAcceptablePassword(password, 'nora@example.org')).rejects.toMatchObject({ code })
})

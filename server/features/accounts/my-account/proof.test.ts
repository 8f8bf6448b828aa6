import { expect, test } from 'vitest'
import { OWNERSHIP_PROOF_LIFETIME_MS, RECENT_LOGIN_MS } from '#contract/limits.ts'
import { createTestSite, PASSWORD, type TestSite, verificationUrl } from '../../../testing/site.ts'

const prove = ({ call }: TestSite, token: string, password: unknown = PASSWORD) =>
  call('POST', '/api/account/proof', { token, body: { password } })

/** Makes a call that requires a proof of ownership. @returns the code of its refusal; null when it succeeds */
async function refusalIn({ call }: TestSite, token: string): Promise<string | null> {
  const body = { email: 'new@example.org', verificationUrl }
  const answer = await call('POST', '/api/account/email', { token, body })
  return answer.statusCode === 200 ? null : answer.json().code
}

test('the password proves the ownership of an account for 15 minutes, and only in the session of the proof', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader('nora@example.org')
  const other = await site.logIn('nora@example.org')
  expect(await refusalIn(site, token)).toBe('proof_required')
  const answer = await prove(site, token)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect([await refusalIn(site, token), await refusalIn(site, other.accessToken)]).toEqual([null, 'proof_required'])
  await site.db
    .updateTable('sessions')
    .set({ proved_at: Date.now() - OWNERSHIP_PROOF_LIFETIME_MS })
    .execute()
  expect(await refusalIn(site, token)).toBe('proof_required')
})

test.each([
  ['not the password', 'wrong_password'],
  ['', 'wrong_password'],
  [`${PASSWORD}\0`, 'wrong_password'],
  [null, 'bad_request'],
  [[PASSWORD], 'bad_request'],
])('a proof of ownership with the password %j is refused: %s', async (password, code) => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  expect((await prove(site, token, password)).json().code).toBe(code)
  expect(await refusalIn(site, token)).toBe('proof_required')
})

test('for an account with neither a password nor a passkey, a login within the last 10 minutes proves the ownership', async () => {
  const site = await createTestSite()
  const { accessToken: token, userId } = await site.createReader()
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  const logInAt = (time: number) => site.db.updateTable('sessions').set({ created_at: time }).execute()
  await logInAt(Date.now() - RECENT_LOGIN_MS - 1)
  expect(await refusalIn(site, token)).toBe('proof_required')
  expect((await prove(site, token, '')).json()).toMatchObject({
    code: 'proof_required',
    message: expect.stringContaining('log in again'),
  })
  await logInAt(Date.now())
  expect(await refusalIn(site, token)).toBe(null)
})

test('after 10 wrong passwords in 10 minutes, the right password is refused too', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  for (let i = 0; i < 10; i++) await prove(site, token, `guess ${i}`)
  expect((await prove(site, token)).json().code).toBe('too_many_requests')
  expect(await refusalIn(site, token)).toBe('proof_required')
})

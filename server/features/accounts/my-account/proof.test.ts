import { expect, test } from 'vitest'
import { PROOF_MS } from '#contract/limits.ts'
import { createTestSite, PASSWORD, type TestSite } from '../../../testing/site.ts'
import { requireProof } from './proof.ts'

const prove = ({ call }: TestSite, token: string, password: unknown = PASSWORD) =>
  call('POST', '/api/account/proof', { token, body: { password } })

/** Returns the code with which a call that needs a proof is refused in a session, or null. */
async function refusalIn({ db, call }: TestSite, token: string): Promise<string | null> {
  const { sessions } = (await call('GET', '/api/account/sessions', { token })).json()
  const sessionId = sessions.find(({ current }: { current: boolean }) => current).id
  return requireProof(db, { sessionId } as never).then(
    () => null,
    ({ code }) => code,
  )
}

test('the password proves the owner for 15 minutes, and for this session only', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader('nora@example.org')
  const other = await site.logIn('nora@example.org')
  expect(await refusalIn(site, token)).toBe('proof_required')
  const answer = await prove(site, token)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect([await refusalIn(site, token), await refusalIn(site, other.accessToken)]).toEqual([null, 'proof_required'])
  await site.db
    .updateTable('sessions')
    .set({ proved_at: Date.now() - PROOF_MS })
    .execute()
  expect(await refusalIn(site, token)).toBe('proof_required')
})

test.each([
  ['not the password', 'wrong_password'],
  ['', 'wrong_password'],
  [`${PASSWORD}\0`, 'wrong_password'],
  [null, 'bad_request'],
  [[PASSWORD], 'bad_request'],
])('%j proves nothing: %s', async (password, code) => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  expect((await prove(site, token, password)).json().code).toBe(code)
  expect(await refusalIn(site, token)).toBe('proof_required')
})

test('an account without a password is told to add one', async () => {
  const site = await createTestSite()
  const { accessToken: token, userId } = await site.createReader()
  await site.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  const answer = (await prove(site, token, '')).json()
  expect(answer).toMatchObject({
    code: 'proof_required',
    message: expect.stringContaining('add one on your account page'),
  })
  expect(await refusalIn(site, token)).toBe('proof_required')
})

test('after 10 wrong passwords in 10 minutes, the right password is refused too', async () => {
  const site = await createTestSite()
  const { accessToken: token } = await site.createReader()
  for (let i = 0; i < 10; i++) await prove(site, token, `guess ${i}`)
  expect((await prove(site, token)).json().code).toBe('too_many_requests')
  expect(await refusalIn(site, token)).toBe('proof_required')
})

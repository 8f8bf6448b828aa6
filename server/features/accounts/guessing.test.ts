import { expect, test } from 'vitest'
import { passwordLogin } from '#contract/accounts.ts'
import { createTestSite, getLinkSecret, PASSWORD, verificationUrl } from '../../testing/site.ts'

const [perAddress, , perEmail] = passwordLogin.limits

test('an IP address that tries to log in to many accounts gets 429 after 60 attempts', {
  timeout: 30_000,
}, async () => {
  const { call } = await createTestSite()
  const guess = (i: number) =>
    call('POST', '/auth/manual-login', { body: { email: `${i}@example.org`, password: PASSWORD }, from: '192.0.2.1' })
  for (let i = 0; i < perAddress.max; i++) expect((await guess(i)).statusCode).toBe(401)
  expect((await guess(perAddress.max)).statusCode).toBe(429)
})

test('after wrong passwords from many IP addresses, an account refuses every password, but its owner can log in by a mailed link', {
  timeout: 30_000,
}, async () => {
  const { call, createReader, mails } = await createTestSite()
  const { accessToken } = await createReader('nora@example.org')
  const body = { email: 'nora@example.org', password: PASSWORD }
  const guess = (i: number, password: string) =>
    call('POST', '/auth/manual-login', { body: { ...body, password }, from: `198.51.100.${i}` })
  for (let i = 1; i <= perEmail.max; i++) expect((await guess(i, 'not the password')).statusCode).toBe(401)
  expect((await guess(0, PASSWORD)).statusCode).toBe(429)
  // A reader who was logged in before the attack stays logged in.
  expect((await call('GET', '/auth/current-user', { token: accessToken })).statusCode).toBe(200)
  // Even when an attacker uses up the limit of mails, the owner can use the link in one of these mails.
  for (let i = 0; i < 6; i++) await call('POST', '/auth/forgot-password', { body, from: '192.0.2.1' })
  const [link] = (await mails()).filter(({ subject }) => subject.startsWith('Choose a new password'))
  if (!link) throw new Error('There is no link.')
  const reset = { token: getLinkSecret(link), password: 'another hat for a kettle' }
  const answer = await call('POST', '/auth/reset-password', { body: reset })
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['accessToken', 'refreshToken']])
})

test('other spellings of an email address allow neither more login attempts nor more mails', {
  timeout: 30_000,
}, async () => {
  const { call, createReader, mails } = await createTestSite()
  await createReader('nora@example.org')
  const spellings = ['nora@example.org', 'Nora@ｅxample.org', ' nora@EXAMPLE.org', 'ｎora@example.org']
  const tries = async (url: string, count: number) => {
    const statuses: number[] = []
    for (let i = 0; i < count; i++) {
      const body = { email: spellings[i % spellings.length], password: 'not the password' }
      statuses.push((await call('POST', url, { body, from: `198.51.100.${i}` })).statusCode)
    }
    return statuses
  }
  const guesses = await tries('/auth/manual-login', 120)
  expect(guesses.filter((status) => status === 429)).toHaveLength(20)
  const resets = await tries('/auth/forgot-password', 25)
  expect(resets.filter((status) => status === 429)).toHaveLength(20)
  expect((await mails()).filter(({ subject }) => subject.startsWith('Choose a new password'))).toHaveLength(5)
})

test('signups that are refused for their password do not use up the limit of mails, which still allows five', async () => {
  const { call, mails } = await createTestSite()
  const signUp = async (password: string) => {
    const body = { name: 'Nora', email: 'nora@example.org', password, verificationUrl }
    return (await call('POST', '/auth/signup', { body })).statusCode
  }
  for (let i = 0; i < 6; i++) expect(await signUp('qwertyuiop')).toBe(400)
  for (let i = 0; i < 5; i++) expect(await signUp(PASSWORD)).toBe(200)
  expect(await signUp(PASSWORD)).toBe(429)
  expect(await mails()).toHaveLength(5)
})

test('changes of the email address that are refused for lack of a proof of ownership do not count for the limit of five mails', async () => {
  const { call, createReader, db, mails } = await createTestSite()
  const { accessToken: token } = await createReader('nora@example.org')
  const request = async () => {
    const body = { email: 'new@example.org', verificationUrl }
    return (await call('POST', '/api/account/email', { token, body })).statusCode
  }
  for (let i = 0; i < 3; i++) expect(await request()).toBe(403)
  await db.updateTable('sessions').set({ proved_at: Date.now() }).execute()
  for (let i = 0; i < 5; i++) expect(await request()).toBe(200)
  expect(await request()).toBe(429)
  expect(await mails()).toHaveLength(5)
})

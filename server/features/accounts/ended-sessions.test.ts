import { expect, test } from 'vitest'
import { connectHubTestClient } from '../../testing/hub-test-client.ts'
import { createTestSite, getLinkSecret, PASSWORD } from '../../testing/site.ts'

async function siteWithOpenPage() {
  const site = await createTestSite()
  const reader = await site.createReader('nora@example.org')
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 })
  const page = await connectHubTestClient(origin, { token: reader.accessToken })
  return { ...site, reader, page }
}

test('a second use of a stolen refresh token closes the live connections of its session at once', async () => {
  const { call, reader, page } = await siteWithOpenPage()
  const refresh = (agent: string) =>
    call('POST', '/auth/refresh', { body: { refreshToken: reader.refreshToken }, headers: { 'user-agent': agent } })
  expect((await refresh('Owner')).statusCode).toBe(200)
  expect((await refresh('Thief')).json().code).toBe('session_over')
  await page.ended
  expect(page.client.state).toBe('Disconnected')
})

test('setting a password by a mailed link closes the live connections of all sessions at once', async () => {
  const { call, mails, page } = await siteWithOpenPage()
  await call('POST', '/auth/forgot-password', { body: { email: 'nora@example.org' } })
  const link = (await mails()).find(({ subject }) => subject.startsWith('Choose a new password'))
  if (!link) throw new Error('There is no link.')
  const body = { token: getLinkSecret(link), password: `${PASSWORD} and more` }
  expect((await call('POST', '/auth/reset-password', { body })).statusCode).toBe(200)
  await page.ended
  expect(page.client.state).toBe('Disconnected')
})

test('logging out with the refresh token alone closes the live connections of its session at once', async () => {
  const { call, reader, page } = await siteWithOpenPage()
  const body = { refreshToken: reader.refreshToken }
  expect((await call('POST', '/auth/logout', { body })).statusCode).toBe(204)
  await page.ended
  expect(page.client.state).toBe('Disconnected')
})

import { expect, test } from 'vitest'
import { connectHubTestClient } from '../../testing/hub-test-client.ts'
import { addPerson } from '../../testing/people.ts'
import { listenOnFreePort, openConnection, sendRawRequest, statusOf } from '../../testing/raw-connection.ts'
import { createTestSite } from '../../testing/site.ts'

/** Starts the whole site. */
async function openSite() {
  const site = await createTestSite()
  const port = await listenOnFreePort(site.app)
  return { ...site, port, origin: `http://127.0.0.1:${port}` }
}

test('an admin’s connection gets events of the desk; a reader’s connection does not, but can watch private pages', async () => {
  const { db, origin, call } = await openSite()
  const ada = await addPerson(db, { roles: ['Admin'] })
  const nora = await addPerson(db)
  const [admin, reader] = await Promise.all([
    connectHubTestClient(origin, { token: ada.token }),
    connectHubTestClient(origin, { token: nora.token }),
  ])
  await reader.watch('secret')
  const tool = { name: 'Router', url: 'https://router.test/' }
  const answer = await call('POST', '/api/desk/tools', { token: ada.token, body: tool })
  expect(answer.statusCode).toBeLessThan(300)
  await admin.until('toolsChanged', 1)
  await reader.watch(null)
  expect(reader.received('toolsChanged')).toEqual([])
})

test('S6.01 a connection with a forged token is answered 401', async () => {
  const { origin } = await openSite()
  await expect(connectHubTestClient(origin, { token: 'made.up.token' })).rejects.toThrow("Status code '401'")
})

test('a ban, a change of role and a sign-out end the connections of the account', async () => {
  const { db, origin, call } = await openSite()
  const ada = await addPerson(db, { roles: ['Admin'], isProved: true })
  const [banned, promoted, demoted, signedOut] = [
    await addPerson(db),
    await addPerson(db),
    await addPerson(db, { roles: ['Admin'] }),
    await addPerson(db),
  ]
  const open = ({ token }: { token: string }) => connectHubTestClient(origin, { token })
  const pages = [await open(banned), await open(promoted), await open(demoted), await open(signedOut)]
  const admin = await open(ada)
  const stranger = await connectHubTestClient(origin)
  const ask = (method: string, path: string, body?: object) =>
    call(method, `/api/desk/people/${path}`, { token: ada.token, ...(body && { body }) })
  const answers = [
    await ask('PUT', `${banned.id}/ban`, { reason: 'spam' }),
    await ask('PUT', `${promoted.id}/roles/Admin`),
    await ask('DELETE', `${demoted.id}/roles/Admin`),
    await ask('DELETE', `${signedOut.id}/sessions`),
  ]
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 300)).toEqual([])
  await Promise.all(pages.map(({ ended }) => ended))
  await Promise.all([admin, stranger].map((page) => page.watch('about')))
})

test('a ban of a guest ends the connections that began with the same email address in other browsers', async () => {
  const { db, origin, call } = await openSite()
  const ada = await addPerson(db, { roles: ['Admin'], isProved: true })
  const enter = () => addPerson(db, { email: 'gus@example.org', roles: ['Guest'] })
  const [gus, { token }] = [await enter(), await enter()]
  const page = await connectHubTestClient(origin, { token })
  await call('PUT', `/api/desk/people/${gus.id}/ban`, { token: ada.token, body: { reason: '' } })
  await page.ended
})

test('logging out ends the connections of the session, but not those of other sessions of the account', async () => {
  const { origin, call, createReader, logIn } = await openSite()
  const nora = await createReader('nora@example.org')
  const other = await logIn('nora@example.org')
  const page = await connectHubTestClient(origin, { token: nora.accessToken })
  const elsewhere = await connectHubTestClient(origin, { token: other.accessToken })
  await call('POST', '/auth/logout', { token: nora.accessToken, body: {} })
  await page.ended
  await elsewhere.watch('about')
})

test('the site can close while pages are connected, also with a WebSocket that no longer answers', async () => {
  const { app, origin, port } = await openSite()
  const page = await connectHubTestClient(origin)
  // A WebSocket that no longer answers.
  const silent = await openConnection(port)
  silent.write(
    'GET /hub HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  silent.on('error', () => {})
  silent.resume()
  await app.close()
  await page.ended
})

test('a request that offers an upgrade is answered without the upgrade, except for WebSockets at the hub', async () => {
  const { port } = await openSite()
  const offered = (path: string, to: string) =>
    sendRawRequest(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${to}\r\n\r\n`)
  expect(await offered('/about', 'h2c')).toContain('<title>About</title>')
  expect(await offered('/about', 'websocket')).toContain('<title>About</title>')
  expect(statusOf(await offered('/hub', 'h2c'))).toBe(426)
})

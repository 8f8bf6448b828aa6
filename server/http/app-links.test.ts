import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../testing/app.ts'
import { serveAppLinks } from './app-links.ts'
import { NATIVE_ORIGINS } from './origins.ts'

const appLinks = { appId: 'test.site', androidCertificates: ['AB:CD'], iosTeamId: 'A1B2C3D4E5' }
const files = ['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association']

test('the files for Android and iOS name the app that opens the pages of the site', async () => {
  const app = createTestApp({ appLinks })
  const [android, ios] = await Promise.all(files.map((url) => app.inject(url)))
  expect(android?.headers['content-type']).toMatch(/^application\/json/)
  expect(android?.json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: { namespace: 'android_app', package_name: 'test.site', sha256_cert_fingerprints: ['AB:CD'] },
    },
  ])
  expect(ios?.headers['content-type']).toMatch(/^application\/json/)
  const components = expect.arrayContaining([{ '/': '/' }, { '/': '/about' }])
  expect(ios?.json()).toEqual({ applinks: { details: [{ appIDs: ['A1B2C3D4E5.test.site'], components }] } })
  expect(ios?.body).not.toContain('404')
  expect(ios?.body).not.toContain('robots.txt')
})

test('GET of the files for Android and iOS is answered 404 when only the id of the app is set', async () => {
  const app = createTestApp({ appLinks: { appId: 'test.site' } })
  for (const url of files) expect((await app.inject(url)).statusCode).toBe(404)
})

test('iOS opens links of the newsletter’s mails in the browser, because their forms post to the URL of the page', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const pages = ['/newsletter', '/newsletter/confirm', '/newsletter/unsubscribe']
  serveAppLinks(app, appLinks, { files: { pages } })
  const components = [{ '/': '/newsletter' }]
  const ios = await app.inject('/.well-known/apple-app-site-association')
  expect(ios.json()).toEqual({ applinks: { details: [{ appIDs: ['A1B2C3D4E5.test.site'], components }] } })
})

const preflight = (origin: string) => ({
  method: 'OPTIONS' as const,
  url: '/auth/manual-login',
  headers: { origin, 'access-control-request-method': 'POST' },
})

test.each(NATIVE_ORIGINS)('with NATIVE on, pages of the app at the origin %s may call the API', async (origin) => {
  const app = createTestApp({ native: true })
  const asked = await app.inject(preflight(origin))
  expect(asked.statusCode).toBe(204)
  expect(asked.headers['access-control-allow-origin']).toBe(origin)
  const answer = await app.inject({ url: '/api/version', headers: { origin } })
  expect(answer.headers['access-control-allow-origin']).toBe(origin)
  // The hub answers before the application does, so the test sends this request through the network.
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const live = await fetch(`${address}/hub/negotiate?negotiateVersion=1`, { method: 'POST', headers: { origin } })
  expect(live.status).toBe(200)
  expect(live.headers.get('access-control-allow-origin')).toBe(origin)
})

test.each(NATIVE_ORIGINS)('with NATIVE off, pages of an app at the origin %s may not call the API', async (origin) => {
  const app = createTestApp()
  expect((await app.inject(preflight(origin))).statusCode).toBe(405)
  const answer = await app.inject({ url: '/api/version', headers: { origin } })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test.each([...NATIVE_ORIGINS, 'https://evil.test'])(
  'a login does not redirect to %s, and a signup with a mail link to that origin is refused',
  async (origin) => {
    const app = createTestApp({ native: true, providers: { google: { clientId: 'site', clientSecret: 'secret' } } })
    const returnUrl = encodeURIComponent(`${origin}/login`)
    const login = await app.inject(`/auth/login/google?returnUrl=${returnUrl}`)
    expect(login.headers.location ?? '').not.toContain(origin)
    const signup = await app.inject({
      method: 'POST',
      url: '/auth/signup',
      payload: {
        email: 'jo@example.org',
        password: 'a long enough password',
        name: 'Jo',
        verificationUrl: `${origin}/x`,
      },
    })
    expect(signup.statusCode).toBe(400)
  },
)

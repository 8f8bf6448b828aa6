import { storageKeys } from '../contract/storage-keys.ts'
import { fakePermission, fakePushService, fakeWorker, servePush, siteKey, stored } from './push-page.ts'
import { createReader, logIn } from './readers.ts'
import { expect, open, test } from './test.ts'

const google = /^https:\/\/(firebaseinstallations|fcmregistrations)\.googleapis\.com\//
const installation = {
  fid: 'cfid0123456789abcdefgh',
  refreshToken: 'refresh',
  authToken: { token: 'installation token', expiresIn: '604800s' },
}

test.use({ expectRequests: google, bypassCSP: true })

test('S7.17 S7.11 where the site is set up for Firebase, its library is loaded, registers with Google, and its token is what the site is told', async ({
  page,
}) => {
  const firebase = {
    apiKey: 'key-of-the-site',
    projectId: 'hobohat',
    appId: '1:2:web:3',
    messagingSenderId: '2',
    vapidKey: siteKey(),
  }
  await logIn(page, await createReader(page.request))
  await fakeWorker(page)
  await fakePermission(page, 'granted')
  const { tokenOf } = await fakePushService(page)
  const server = await servePush(page)
  server.settings = { vapidPublicKey: siteKey(), firebase }
  const asked: { path: string; key: string | null; body: unknown }[] = []
  await page.route(google, async (route) => {
    const request = route.request()
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
    const { pathname } = new URL(request.url())
    asked.push({ path: pathname, key: await request.headerValue('x-goog-api-key'), body: request.postDataJSON() })
    const json =
      /installations/.test(request.url()) && !/fcmregistrations/.test(request.url())
        ? installation
        : { token: 'token:of-firebase' }
    return route.fulfill({ json, headers })
  })

  await open(page, '/about-me')
  await expect.poll(() => server.registered).toMatchObject([{ token: 'token:of-firebase', platform: 'web' }])
  expect(asked.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/projects/hobohat/installations', firebase.apiKey],
    ['/v1/projects/hobohat/registrations', firebase.apiKey],
  ])
  const { endpoint, keys } = tokenOf(1)
  expect(asked[1]?.body).toMatchObject({
    web: { endpoint, auth: keys.auth, p256dh: keys.p256dh, applicationPubKey: firebase.vapidKey },
  })
  await expect.poll(() => stored(page, storageKeys.fcmToken)).toBe('token:of-firebase')

  // Kept by the library: nobody is asked or told again.
  await open(page, '/about-me')
  await page.waitForLoadState('networkidle')
  expect(server.registered).toHaveLength(1)
  expect(asked).toHaveLength(2)
})

test('without Firebase none of its library is loaded', async ({ page }) => {
  await logIn(page, await createReader(page.request))
  await fakeWorker(page)
  await fakePermission(page, 'granted')
  await fakePushService(page)
  const server = await servePush(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await open(page, '/about-me')
  await expect.poll(() => server.registered.length).toBe(1)
  expect(scripts.filter((url) => /assets\/this-device-.*js$/.test(url))).toHaveLength(1)
  expect(scripts.filter((url) => /firebase/.test(url))).toEqual([])
})

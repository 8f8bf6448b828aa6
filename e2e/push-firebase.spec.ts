import { generateKeyPairSync } from 'node:crypto'
import { userStorageKeys } from '../contract/storage-keys.ts'
import { test } from './claimed-site.ts'
import {
  createVapidPublicKey,
  installFakePermission,
  installFakePushService,
  installFakeServiceWorker,
  readStoredValue,
} from './push-page.ts'
import { buildBearerHeader } from './readers.ts'
import { expect, openPage } from './test.ts'

const google = /^https:\/\/(firebaseinstallations|fcmregistrations)\.googleapis\.com\//
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const firebase = {
  FIREBASE_PROJECT_ID: 'nebelhorn',
  FIREBASE_CLIENT_EMAIL: 'site@nebelhorn.iam.gserviceaccount.com',
  FIREBASE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  FIREBASE_API_KEY: 'key-of-the-site',
  FIREBASE_APP_ID: '1:2:web:3',
  FIREBASE_SENDER_ID: '2',
  FIREBASE_VAPID_KEY: createVapidPublicKey(),
}

const installation = {
  fid: 'cfid0123456789abcdefgh',
  refreshToken: 'refresh',
  authToken: { token: 'installation token', expiresIn: '604800s' },
}

test.describe('push with Firebase', () => {
  test.use({ siteEnv: firebase, expectRequests: google })

  test('S7.17 S7.11 the site loads the Firebase library, registers the browser with Google and sends the token to its server', async ({
    page,
    site,
  }) => {
    await installFakeServiceWorker(page)
    await installFakePermission(page, 'granted')
    const { tokenOf } = await installFakePushService(page)
    const asked: { path: string; key: string | null; body: unknown }[] = []
    await page.route(google, async (route) => {
      const request = route.request()
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers })
      const { pathname } = new URL(request.url())
      asked.push({ path: pathname, key: await request.headerValue('x-goog-api-key'), body: request.postDataJSON() })
      const json = pathname.endsWith('/installations') ? installation : { token: 'token:of-firebase' }
      return route.fulfill({ json, headers })
    })

    await openPage(page, '/ueber-mich')
    await expect.poll(() => readStoredValue(page, userStorageKeys.fcmToken)).toBe('token:of-firebase')
    expect(asked.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/projects/nebelhorn/installations', 'key-of-the-site'],
      ['/v1/projects/nebelhorn/registrations', 'key-of-the-site'],
    ])
    const { endpoint, keys } = tokenOf(1)
    expect(asked[1]?.body).toMatchObject({
      web: { endpoint, ...keys, applicationPubKey: firebase.FIREBASE_VAPID_KEY },
    })
    const mine = await page.request.get('/api/account/push', { headers: buildBearerHeader(site.admin) })
    expect((await mine.json()).devices).toMatchObject([{ platform: 'web', current: true }])

    // The library stores its own copy of the token, so it does not register again.
    await page.evaluate((key) => localStorage.removeItem(key), userStorageKeys.fcmToken)
    const told = page.waitForResponse('/users/fcm-token')
    await openPage(page, '/ueber-mich')
    await told
    expect(asked).toHaveLength(2)
  })
})

test('without settings for Firebase, the site loads nothing of Firebase', async ({ page }) => {
  await installFakeServiceWorker(page)
  await installFakePermission(page, 'granted')
  await installFakePushService(page, { endpoint: 'https://fcm.googleapis.com/fcm/send/' })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openPage(page, '/ueber-mich')
  await expect
    .poll(() => readStoredValue(page, userStorageKeys.fcmToken))
    .toContain('https://fcm.googleapis.com/fcm/send/1')
  expect(scripts.filter((url) => /assets\/device-registration-.*js$/.test(url))).toHaveLength(1)
  expect(scripts.filter((url) => /firebase/.test(url))).toEqual([])
})

import { createECDH, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { decrypt } from 'http_ece'
import type { PublicPushSettings, PushPayload } from '../contract/push.ts'
import { ports } from './services/ports.ts'

/** The keys of a subscription (RFC 8291 2). With the private key, the test can decrypt messages. */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
  privateKey: ReturnType<typeof createECDH>
}

export function createSubscriptionKeys(): SubscriptionKeys {
  const privateKey = createECDH('prime256v1')
  const p256dh = privateKey.generateKeys('base64url')
  return { p256dh, auth: randomBytes(16).toString('base64url'), privateKey }
}

/** Creates a public key in the format of a site's push key (RFC 8292 3.2). */
export const createVapidPublicKey = (): string => createECDH('prime256v1').generateKeys('base64url')

/**
 * Replaces the browser's push service, which tests cannot reach. Subscriptions use the test's keys and an endpoint at
 * the tests' push service, and are stored in the browser. Where service workers are blocked, tests also need
 * `installFakeServiceWorker`. Must be called before the page is opened.
 */
export async function installFakePushService(
  page: Page,
  { endpoint = 'https://push.test/', keys = createSubscriptionKeys() } = {},
) {
  const { p256dh, auth } = keys
  await page.addInitScript(
    ({ endpoint, p256dh, auth }) => {
      const name = 'test-subscription'
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
      const textOf = (bytes: Uint8Array) =>
        btoa(String.fromCharCode(...bytes))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
      const subscription = ({ number, key }: { number: number; key: string }) => ({
        endpoint: endpoint + number,
        options: { userVisibleOnly: true, applicationServerKey: bytesOf(key) },
        getKey: (which: string) => bytesOf(which === 'auth' ? auth : p256dh),
        unsubscribe: async () => {
          localStorage.removeItem(name)
          return true
        },
        toJSON: () => ({ endpoint: endpoint + number, expirationTime: null, keys: { p256dh, auth } }),
      })
      PushManager.prototype.getSubscription = async () => {
        const kept = localStorage.getItem(name)
        return kept ? (subscription(JSON.parse(kept)) as unknown as PushSubscription) : null
      }
      PushManager.prototype.subscribe = async (options) => {
        const { applicationServerKey: given } = options ?? {}
        const number = Number(localStorage.getItem('test-subscriptions') ?? 0) + 1
        const kept = { number, key: typeof given === 'string' ? given : textOf(new Uint8Array(given as ArrayBuffer)) }
        localStorage.setItem('test-subscriptions', String(number))
        localStorage.setItem(name, JSON.stringify(kept))
        return subscription(kept) as unknown as PushSubscription
      }
    },
    { endpoint, p256dh, auth },
  )
  return {
    tokenOf: (number: number) => ({ endpoint: endpoint + number, expirationTime: null, keys: { p256dh, auth } }),
  }
}

/**
 * Pretends that a service worker is registered, for tests in which service workers are blocked. This worker does
 * nothing.
 */
export async function installFakeServiceWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const registration: ServiceWorkerRegistration = Object.create(ServiceWorkerRegistration.prototype, {
      pushManager: { value: Object.create(PushManager.prototype) },
      scope: { value: `${location.origin}/` },
    })
    Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', { get: async () => registration })
    ServiceWorkerContainer.prototype.getRegistration = async () => registration
  })
}

/** Simulates the permission for notifications: `permission` at first, and `granted` after the page has requested it. */
export async function installFakePermission(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript((permission) => {
    const name = 'test-permission'
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(name) ?? permission })
    Notification.requestPermission = async () => {
      localStorage.setItem('test-asked', String(Number(localStorage.getItem('test-asked') ?? 0) + 1))
      localStorage.setItem(name, 'granted')
      return 'granted'
    }
  }, permission)
}

/** Simulates the server's push settings for a page, and records the registered devices. */
export async function serveFakePushSettings(page: Page) {
  const server = {
    settings: { vapidPublicKey: createVapidPublicKey(), firebase: null } as PublicPushSettings,
    registered: [] as { token: string; platform: string; bearer: string }[],
  }
  await page.route('/api/push/settings', (route) => route.fulfill({ json: server.settings }))
  await page.route('/users/fcm-token', async (route) => {
    const request = route.request()
    const bearer = (await request.headerValue('authorization'))?.replace('Bearer ', '') ?? ''
    if (request.method() === 'POST') server.registered.push({ ...request.postDataJSON(), bearer })
    return route.fulfill({ status: 204 })
  })
  return server
}

export const pushBanner = (page: Page) => page.getByRole('region', { name: 'Push notifications' })
export const readStoredValue = (page: Page, key: string) => page.evaluate((key) => localStorage.getItem(key), key)

/** The origin of the tests' push service (server/testing/push-service.ts). */
export const pushServiceOrigin = `http://127.0.0.1:${ports.push}`

/** A message as the push service received it, with its decrypted content. */
export interface ReceivedPush {
  headers: Record<string, string>
  payload: PushPayload
}

/**
 * Waits until a device has received this number of messages.
 * @param endpoint the endpoint of the device's subscription
 */
export async function waitForPushes(
  endpoint: string,
  { auth, privateKey }: SubscriptionKeys,
  count = 1,
): Promise<ReceivedPush[]> {
  let arrived: { headers: Record<string, string>; body: string }[] = []
  await expect
    .poll(async () => {
      const path = new URL(endpoint).pathname
      arrived = (await (await fetch(`${pushServiceOrigin}/arrived?${new URLSearchParams({ path })}`)).json()).arrived
      return arrived.length
    })
    .toBe(count)
  return arrived.map(({ headers, body }) => {
    const plain = decrypt(Buffer.from(body, 'base64url'), { version: 'aes128gcm', privateKey, authSecret: auth })
    return { headers, payload: JSON.parse(plain.toString()) }
  })
}

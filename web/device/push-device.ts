import { getPublicPushSettings, type PublicPushSettings } from '#contract/push.ts'
import { callForJson } from '../api/call-api.ts'
import { nativePlatform } from './native.ts'
import { NoPushTokenError, type PushDevice } from './push-device-api.ts'

const WORKER_WAIT_MS = 10_000

/**
 * Returns whether a user agent is Safari (S5.06). Returns false for Firefox, for browsers based on Chromium, and for
 * all browsers on Android.
 */
export const isSafari = (agent: string): boolean =>
  /Safari/.test(agent) && !/Chrom(e|ium)|CriOS|EdgiOS|FxiOS|Android/.test(agent)

/** Returns whether this browser can receive push messages, or the reason why not. Push needs a secure page. */
function checkSupport(): 'yes' | 'unsupported' | 'safari' {
  if (isSafari(navigator.userAgent)) return 'safari'
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? 'yes' : 'unsupported'
}

/** Push by the Web Push API of the browser, with the site's service worker. */
const browser: PushDevice = {
  ready: () => (checkSupport() === 'yes' ? navigator.serviceWorker.ready : new Promise(() => {})),

  standing: async () => {
    const support = checkSupport()
    return support === 'yes' ? Notification.permission : support
  },

  ask: async () => {
    await Notification.requestPermission()
  },

  token: async () => {
    const settings = await callForJson(getPublicPushSettings)
    const token = await browserToken(settings).catch((cause) => {
      throw new NoPushTokenError('The browser could not be registered with its push service.', { cause })
    })
    return { token, platform: 'web' }
  },

  forget: async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
  },

  onChange: (listener) => {
    navigator.permissions?.query({ name: 'notifications' }).then(
      (permission) => permission.addEventListener('change', listener),
      () => {},
    )
  },
}

export const loadPushDevice = async (): Promise<PushDevice> =>
  nativePlatform ? (await import('./push-native.ts')).createNativePushDevice(nativePlatform) : browser

async function browserToken({ firebase, vapidPublicKey }: PublicPushSettings): Promise<string> {
  const registration = await waitForWorker()
  const key = firebase?.vapidKey ?? vapidPublicKey
  const subscription = await subscriptionFor(registration, key)
  if (firebase) {
    const { fetchFirebaseToken } = await import('./push-firebase.ts')
    return fetchFirebaseToken(firebase, registration)
  }
  const options = { userVisibleOnly: true, applicationServerKey: key }
  return JSON.stringify(subscription ?? (await registration.pushManager.subscribe(options)))
}

function waitForWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('There is no service worker.')), WORKER_WAIT_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, timeout])
}

/**
 * Returns the current subscription. A subscription for an earlier key of the site is removed, because no messages can
 * be sent to it.
 */
async function subscriptionFor(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription | null> {
  const current = await registration.pushManager.getSubscription()
  if (!current || base64url(current.options.applicationServerKey) === key.replace(/=+$/, '')) return current
  await current.unsubscribe()
  return null
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

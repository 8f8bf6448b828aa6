import { getPushSettings, type PushSettings } from '#contract/push.ts'
import { apiFetch, FetchFailed } from '../api/api.ts'
import { nativePlatform } from './native.ts'
import { NoToken, type PushDevice } from './push-device-api.ts'
import { pushSupport } from './push-support.ts'

/** The time within which the service worker must be ready. */
const WORKER_WAIT_MS = 10_000

/** The push service of a browser, with the site's service worker. */
const browser: PushDevice = {
  ready: () => (pushSupport() === 'yes' ? navigator.serviceWorker.ready : new Promise(() => {})),

  standing: async () => {
    const support = pushSupport()
    return support === 'yes' ? Notification.permission : support
  },

  ask: async () => {
    await Notification.requestPermission()
  },

  token: async () => {
    const settings = await fetchSettings()
    const token = await browserToken(settings).catch((cause) => {
      throw new NoToken('The browser could not be registered with its push service.', { cause })
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

/** Returns the push service of the app or the browser. */
export const pushDevice = async (): Promise<PushDevice> =>
  nativePlatform ? (await import('./push-native.ts')).nativeDevice(nativePlatform) : browser

async function browserToken({ firebase, vapidPublicKey }: PushSettings): Promise<string> {
  const registration = await waitForWorker()
  const key = firebase?.vapidKey ?? vapidPublicKey
  const subscription = await subscriptionFor(registration, key)
  if (firebase) {
    const { firebaseToken } = await import('./push-firebase.ts')
    return firebaseToken(firebase, registration)
  }
  const options = { userVisibleOnly: true, applicationServerKey: key }
  return JSON.stringify(subscription ?? (await registration.pushManager.subscribe(options)))
}

async function waitForWorker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('There is no service worker.')), WORKER_WAIT_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, timeout]).finally(() => clearTimeout(timer))
}

async function fetchSettings(): Promise<PushSettings> {
  const response = await apiFetch(getPushSettings)
  if (!response.ok) throw new FetchFailed(response)
  return response.json()
}

/** Returns the current subscription. A subscription for an earlier key of the site is removed, because it gets no messages. */
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

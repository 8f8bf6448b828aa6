import { vi } from 'vitest'
import type { RecordedCall } from './browser.ts'
import { installFakePage } from './render.ts'

// Node's classes are stored here, because a test's page replaces the global classes by its own.
const { Event, EventTarget } = globalThis

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
export const safariUserAgent =
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

export interface PushPageOptions {
  permission?: NotificationPermission
  /** The user's answer to the permission prompt. */
  answer?: NotificationPermission
  stored?: Record<string, string>
  agent?: string
  /** The push key for which the browser has a subscription when the page opens. */
  subscribedTo?: string
  failing?: PushFailure | null
}

/**
 * The step that fails: the settings cannot be fetched, the site answers with an error, the connection to the site
 * fails, or the push service fails.
 */
type PushFailure = 'settings' | 'answer' | 'connection' | 'push service'

export const vapidKey = btoa('key of the site')
/** Returns the push token of a browser's first, second, … subscription. */
export const buildPushToken = (number: number) => JSON.stringify({ endpoint: `https://push.example.org/${number}` })

/**
 * Opens a page in a browser that supports push, with a logged-in user. `done` lists the events in order, and
 * `subscribedTo` is the key of the latest subscription.
 * @param otherAnswer responds to calls that are not about push
 */
export async function installFakePushPage(
  { permission = 'default', answer = 'granted', stored = {}, agent = chrome, ...options }: PushPageOptions,
  otherAnswer: (call: RecordedCall) => Response = () => new Response(null, { status: 204 }),
) {
  const state = { failing: options.failing ?? null, done: [] as string[], subscribedTo: '' }
  const registration = { pushManager: fakePushManager(state) }
  if (options.subscribedTo) await registration.pushManager.subscribe({ applicationServerKey: options.subscribedTo })
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  })
  const page = installFakePage(
    (call) => {
      if (state.failing === 'connection') throw new TypeError('Failed to fetch')
      if (call.path === '/api/push/settings')
        return state.failing === 'settings'
          ? new Response('no', { status: 500 })
          : Response.json({ vapidPublicKey: vapidKey, firebase: null })
      if (call.path !== '/users/fcm-token') return otherAnswer(call)
      if (state.failing === 'answer') return new Response('no', { status: 500 })
      state.done.push('registered')
      return new Response(null, { status: 204 })
    },
    { userAgent: agent, serviceWorker },
  )
  const Notification = {
    permission,
    requestPermission: async () => {
      state.done.push('asked')
      Notification.permission = answer
    },
  }
  Object.assign(page.window, { PushManager: {}, Notification })
  vi.stubGlobal('Notification', Notification)
  page.stored.set('accessToken', 'access 1')
  for (const [key, value] of Object.entries(stored)) page.stored.set(key, value)
  /** Sends a message of the service worker to the page. @returns the answers of the page */
  const sendFromWorker = (data: object): unknown[] => {
    const answers: unknown[] = []
    const ports = [{ postMessage: (answer: unknown) => answers.push(answer) }]
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports }))
    return answers
  }
  return { page, state, sendFromWorker }
}

function fakePushManager(state: { failing: PushFailure | null; subscribedTo: string }) {
  let subscriptions = 0
  let subscription: object | null = null
  return {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (state.failing === 'push service') throw new DOMException('push service error', 'AbortError')
      state.subscribedTo = applicationServerKey
      const token = buildPushToken(++subscriptions)
      subscription = {
        options: {
          applicationServerKey: Uint8Array.from(atob(applicationServerKey), (letter) => letter.charCodeAt(0)),
        },
        unsubscribe: async () => {
          subscription = null
        },
        toJSON: () => JSON.parse(token),
      }
      return subscription
    },
  }
}

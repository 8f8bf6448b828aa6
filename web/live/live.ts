import { create } from 'zustand'
import { EVENTS_MISSED_JITTER_MS } from '#contract/limits.ts'
import type { HubClientMethods } from '#contract/live.ts'
import { site } from '#site'
import { callAll } from '../device/listen.ts'
import type { LiveConnection, LiveEventDetails, LiveSubscriptions } from './live-site.ts'

/** The state of the connection to the hub. */
interface Live {
  state: 'away' | 'live'
  /** The number of connections that watch the same page as this one; 0 until it is known. */
  readers: number
}

/** The state of the connection to the hub. While the page is not connected, it fetches changes by polling. */
export const useLiveState = create<Live>(() => ({ state: 'away', readers: 0 }))

const listeners: { [E in keyof HubClientMethods]?: Set<(...details: LiveEventDetails[E]) => void> } = {}
const againListeners = new Set<() => void>()
const subscriptions = {
  watchPage: [null],
  ...(site.features.ordering && { watchOrder: [null, null], watchKitchen: [null] }),
} as LiveSubscriptions
let started = false
let connection: LiveConnection | undefined

/** Subscribes to an event of the hub (contract/live.ts). @returns a function that unsubscribes */
export function onLiveEvent<E extends keyof HubClientMethods>(
  event: E,
  listener: (...details: LiveEventDetails[E]) => void,
): () => void {
  const all: Set<(...details: LiveEventDetails[E]) => void> = listeners[event] ?? new Set()
  Object.assign(listeners, { [event]: all.add(listener) })
  return () => void all.delete(listener)
}

/**
 * Calls the listener when events may have been missed, so that data must be fetched again. This is the case after each
 * connect, including the first one, after the computer slept, and after an outage between the server's processes.
 * @returns a function that unsubscribes
 */
export function onLiveEventsMissed(listener: () => void): () => void {
  againListeners.add(listener)
  return () => againListeners.delete(listener)
}

/**
 * Calls the listener after each of these events of the hub, and when such an event may have been missed.
 * @returns a function that unsubscribes
 */
export const onLiveEventOrMissed = (event: keyof HubClientMethods, listener: () => void): (() => void) =>
  callAll(onLiveEvent(event, listener), onLiveEventsMissed(listener))

/** Subscribes to the comments and the number of readers of a page, by its key (contract/page-key.ts). */
export function setWatchedPage(pageUrl: string | null): void {
  if (pageUrl === subscriptions.watchPage[0]) return
  useLiveState.setState({ readers: 0 })
  subscribe('watchPage', [pageUrl])
}

/** Subscribes to an order. A caller who is not its owner needs the order's token. */
export const setWatchedOrder = (...order: LiveSubscriptions['watchOrder']): void => subscribe('watchOrder', order)

/** Subscribes to the menu of a kitchen. A member of the kitchen is also subscribed to its orders. */
export const setWatchedKitchen = (vId: string | null): void => subscribe('watchKitchen', [vId])

function subscribe<C extends keyof LiveSubscriptions>(call: C, next: LiveSubscriptions[C]): void {
  subscriptions[call] = next
  // A navigation ends the subscription of the old page and adds that of the new page in the same task. Only the last
  // change is sent.
  queueMicrotask(() => {
    if (subscriptions[call] === next) connection?.subscribe(call)
  })
}

/** Connects to the hub when the browser is idle. From then on, lost connections are restored. */
export function startLiveConnection(): void {
  if (started) return
  started = true
  if ('requestIdleCallback' in window) requestIdleCallback(connect, { timeout: 10_000 })
  else setTimeout(connect, 1_000)
}

onLiveEvent('readersChanged', ({ pageUrl, readers }) => {
  if (pageUrl === subscriptions.watchPage[0]) useLiveState.setState({ readers })
})

// All pages connected to a server process get this event at once. A random delay spreads their requests.
onLiveEvent('eventsMissed', () => void setTimeout(publishEventsMissed, Math.random() * EVENTS_MISSED_JITTER_MS))

async function connect(): Promise<void> {
  try {
    const { connectLive } = await import('./live-connection.ts')
    connection = connectLive({ subscriptions: () => subscriptions, publish, onConnected, onDisconnected })
  } catch {
    // Loading the code of the connection has failed. The page polls until the network is back and loading succeeds.
    window.addEventListener('online', connect, { once: true })
  }
}

function publish<E extends keyof HubClientMethods>(event: E, ...details: LiveEventDetails[E]): void {
  for (const listener of listeners[event] ?? []) listener(...details)
}

function onConnected(): void {
  useLiveState.setState({ state: 'live' })
  // Browser tests wait for this attribute before they expect live events.
  document.documentElement.dataset.live = ''
  publishEventsMissed()
}

function publishEventsMissed(): void {
  for (const listener of againListeners) listener()
}

function onDisconnected(): void {
  useLiveState.setState({ state: 'away', readers: 0 })
  delete document.documentElement.dataset.live
}

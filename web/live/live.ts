import { create } from 'zustand'
import type { HubClientMethods } from '#contract/live.ts'
import { site } from '#site'
import type { LiveConnection, News, Wishes } from './live-site.ts'

/** Whether what happens is told at once, or has to be asked for. */
interface Live {
  state: 'away' | 'live'
  /** Whether there has been a connection since the page was loaded. */
  wasLive: boolean
  /** How many connections have the watched page open; 0 while that is not known. */
  readers: number
}

/** Whether this page is connected to the hub. Nothing depends on it but how soon things are known. */
export const useLive = create<Live>(() => ({ state: 'away', wasLive: false, readers: 0 }))

const listeners: { [E in keyof HubClientMethods]?: Set<(...news: News[E]) => void> } = {}
const againListeners = new Set<() => void>()
const wishes = {
  watchPage: [null],
  ...(site.features.ordering && { watchOrder: [null, null], watchKitchen: [null] }),
} as Wishes
let started = false
let connection: LiveConnection | undefined

/** Hears what the hub tells (contract/live.ts), whenever it is connected. @returns what ends it */
export function onLive<E extends keyof HubClientMethods>(event: E, listener: (...news: News[E]) => void): () => void {
  const all: Set<(...news: News[E]) => void> = listeners[event] ?? new Set()
  Object.assign(listeners, { [event]: all.add(listener) })
  return () => void all.delete(listener)
}

/**
 * Calls when something may have been missed: each time the connection is there, the first time included, and after the
 * computer has slept. Then what is shown has to be asked for again.
 * @returns what ends it
 */
export function onLiveAgain(listener: () => void): () => void {
  againListeners.add(listener)
  return () => againListeners.delete(listener)
}

/** Says which page is open, by its key (contract/page-key.ts): of its comments and readers the hub then tells. */
export function watchPage(pageUrl: string | null): void {
  if (pageUrl === wishes.watchPage[0]) return
  useLive.setState({ readers: 0 })
  wish('watchPage', [pageUrl])
}

/** Says which order is looked at, and with which token where it is not the reader's own: of its changes the hub then tells. */
export const watchOrder = (...order: Wishes['watchOrder']): void => wish('watchOrder', order)

/** Says which kitchen is looked at: of its menu the hub then tells, and those who work there of its orders. */
export const watchKitchen = (vId: string | null): void => wish('watchKitchen', [vId])

function wish<C extends keyof Wishes>(call: C, wanted: Wishes[C]): void {
  wishes[call] = wanted
  // One is left before the next one comes, in the same turn.
  queueMicrotask(() => {
    if (wishes[call] === wanted) connection?.ask(call)
  })
}

/** Connects once the browser has nothing better to do, and from then on whenever it can. */
export function startLive(): void {
  if (started) return
  started = true
  if ('requestIdleCallback' in window) requestIdleCallback(connect, { timeout: 10_000 })
  else setTimeout(connect, 1_000)
}

onLive('readersChanged', ({ pageUrl, readers }) => {
  if (pageUrl === wishes.watchPage[0]) useLive.setState({ readers })
})

async function connect(): Promise<void> {
  try {
    const { connectLive } = await import('./live-connection.ts')
    connection = connectLive({ wishes: () => wishes, tell, arrived, lost })
  } catch {
    // The page does without: it asks. Next time the network is back, once more.
    window.addEventListener('online', connect, { once: true })
  }
}

function tell<E extends keyof HubClientMethods>(event: E, ...news: News[E]): void {
  for (const listener of listeners[event] ?? []) listener(...news)
}

function arrived(): void {
  useLive.setState({ state: 'live', wasLive: true })
  // For whoever waits for it, such as the browser tests.
  document.documentElement.dataset.live = ''
  for (const listener of againListeners) listener()
}

function lost(): void {
  useLive.setState({ state: 'away', readers: 0 })
  delete document.documentElement.dataset.live
}

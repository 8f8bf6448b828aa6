import { type CachedVersionMessage, type PageVisitedMessage, SERVICE_WORKER_PATH } from '#contract/service-worker.ts'
import { nativePlatform } from './native.ts'

/**
 * Registers the service worker (S4.15). When that fails, the site works without it, with a warning in the console
 * (S8.12).
 */
export async function registerServiceWorker(): Promise<void> {
  // The native app has its files on the device, so it needs no service worker.
  if (!import.meta.env.PROD || nativePlatform || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })
    console.info('The service worker is registered')
  } catch (error) {
    console.warn('The service worker could not be registered', error)
  }
}

/** Returns whether the browser can probably load a page, from the network or from the service worker. */
export const canLoadPages = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller)

/** Fetches the worker of a newer version, so that it is ready before the page is loaded again. */
export async function updateServiceWorker(): Promise<void> {
  try {
    await (await navigator.serviceWorker?.getRegistration())?.update()
  } catch (error) {
    console.info('There is no newer service worker yet', error)
  }
}

/** Calls the listener when the page is a cached copy. @param listener receives the version of the page */
export function onCachedCopy(listener: (version: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<Partial<CachedVersionMessage>>) => {
    if (data.type === 'copy' && data.version) listener(data.version)
  })
}

let path = ''

/**
 * Sends the path of the visited page to the service worker when the browser is idle, so that the page works offline. A
 * service worker that takes control later receives the path too. Nothing is sent when the browser is set to save data.
 */
export function sendVisitedPath(visited: string): void {
  if (!('serviceWorker' in navigator) || isSavingData()) return
  if (path === '') navigator.serviceWorker.addEventListener('controllerchange', postVisit)
  path = visited
  postVisit()
}

function postVisit(): void {
  const { controller } = navigator.serviceWorker
  const message: PageVisitedMessage = { type: 'visited', path }
  whenIdle(() => controller?.postMessage(message))
}

const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 5_000 }) : setTimeout(work, 1_000)

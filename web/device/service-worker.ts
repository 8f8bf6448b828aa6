import { type CachedCopyMessage, type PageVisitedMessage, SERVICE_WORKER_PATH } from '#contract/service-worker.ts'
import { nativePlatform } from './native.ts'

/**
 * Registers the service worker (S4.15). Nobody waits for it, and without it the site does what it did, with a warning in
 * the console (S8.12).
 */
export async function registerServiceWorker(): Promise<void> {
  // The files of the native app are on the device.
  if (!import.meta.env.PROD || nativePlatform || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })
    console.info('The service worker is registered')
  } catch (error) {
    console.warn('The service worker could not be registered', error)
  }
}

/** Whether the browser gets anywhere by itself: by the network, or by the worker, which answers without one. */
export const isBrowserHelpful = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller)

/** Looks for the worker of a newer version, so that it is there before the page is loaded again. */
export async function updateServiceWorker(): Promise<void> {
  try {
    await (await navigator.serviceWorker?.getRegistration())?.update()
  } catch (error) {
    console.info('There is no newer service worker yet', error)
  }
}

/** Hears of which version this page is, where it is a copy that the worker has kept. @returns what ends it */
export function onCopy(listener: (version: string) => void): () => void {
  const worker = navigator.serviceWorker
  const hear = ({ data }: MessageEvent<Partial<CachedCopyMessage>>) => {
    if (data.type === 'copy' && data.version) listener(data.version)
  }
  worker?.addEventListener('message', hear)
  return () => worker?.removeEventListener('message', hear)
}

let path = ''

/**
 * Tells the worker, when the browser is idle, which page the reader is at, so that it is there without a connection. A
 * worker that takes charge later is told then. Who saves data keeps nothing ahead.
 */
export function tellVisited(visited: string): void {
  if (!('serviceWorker' in navigator) || isSavingData()) return
  if (path === '') navigator.serviceWorker.addEventListener('controllerchange', tell)
  path = visited
  tell()
}

function tell(): void {
  const { controller } = navigator.serviceWorker
  const message: PageVisitedMessage = { type: 'visited', path }
  whenIdle(() => controller?.postMessage(message))
}

const isSavingData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 5_000 }) : setTimeout(work, 1_000)

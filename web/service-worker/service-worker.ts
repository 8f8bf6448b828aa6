import type { CachedVersionMessage, PageVisitedMessage } from '#contract/service-worker.ts'
import { site } from '#site'
import { answerRequest } from './answers.ts'
import { listenForPush } from './push.ts'
import { cachePage, cacheSite, deleteOtherVersions, OtherVersionError, workerBuildManifest } from './site-cache.ts'

declare const self: ServiceWorkerGlobalScope

/** The interval between two calls of `skipWaiting`. */
const TAKE_OVER_RETRY_MS = 1_000

/** The ids of the clients whose page is a cached copy. After the worker has informed such a page, its id is removed. */
const pagesWithCopy = new Set<string>()

/** Checks whether the site has a newer worker, which then replaces this worker. */
const checkForNewWorker = () => {
  self.registration.update().catch((error) => console.info('There is no newer worker yet', error))
}

let takeOverTimer: ReturnType<typeof setInterval> | undefined

/**
 * Replaces the active worker with this one. Chromium can lose a call of `skipWaiting` while a page is loading. Without
 * another call, this worker would wait for up to five minutes, so the call is repeated until this worker is active.
 */
function takeOver(): Promise<void> {
  takeOverTimer = setInterval(() => self.skipWaiting(), TAKE_OVER_RETRY_MS)
  return self.skipWaiting()
}

self.addEventListener('install', (event) => {
  event.waitUntil(cacheSite().then(takeOver))
})

self.addEventListener('activate', (event) => {
  clearInterval(takeOverTimer)
  event.waitUntil(self.clients.claim().then(deleteOtherVersions))
})

self.addEventListener('fetch', (event) => {
  const answer = answerRequest(event.request, {
    continueWith: (work) => event.waitUntil(work),
    versionDiffers: checkForNewWorker,
    copyUsed: () => pagesWithCopy.add(event.resultingClientId),
  })
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  const { type, path } = event.data as PageVisitedMessage
  if (type !== 'visited') return
  if (event.source instanceof Client && pagesWithCopy.delete(event.source.id))
    event.source.postMessage({ type: 'copy', version: workerBuildManifest.version } satisfies CachedVersionMessage)
  event.waitUntil(
    cachePage(path).catch((error) => {
      if (error instanceof OtherVersionError) checkForNewWorker()
      else console.info(`${path} is not kept`, error)
    }),
  )
})

if (site.features.push) listenForPush()

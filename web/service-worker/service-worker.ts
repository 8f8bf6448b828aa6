import type { CachedCopyMessage, PageVisitedMessage } from '#contract/service-worker.ts'
import { site } from '#site'
import { answerTo } from './answers.ts'
import { site as builtSite } from './built-site.ts'
import { dropOtherVersions, keepPage, keepSite, OtherVersion } from './kept.ts'
import { listenForPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope

/** How soon it asks once more to take over. */
const AGAIN_MS = 1_000

/** The pages that were answered with a copy and have not been told so. */
const copied = new Set<string>()

/** Looks for the worker of another version, which then takes this one's place. */
const update = () => {
  self.registration.update().catch((error) => console.info('There is no newer worker yet', error))
}

let asking: ReturnType<typeof setInterval> | undefined

/**
 * Takes the place of the worker in charge. Chromium tells that one once to end when it has nothing to do; while a page is
 * loading, that may be lost, and this one would wait for up to five minutes. So it asks until it has its place.
 */
function takeOver(): Promise<void> {
  asking = setInterval(() => self.skipWaiting(), AGAIN_MS)
  return self.skipWaiting()
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepSite().then(takeOver))
})

self.addEventListener('activate', (event) => {
  clearInterval(asking)
  event.waitUntil(self.clients.claim().then(dropOtherVersions))
})

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request, {
    after: (work) => event.waitUntil(work),
    newer: update,
    copied: () => copied.add(event.resultingClientId),
  })
  if (answer) event.respondWith(answer)
})

self.addEventListener('message', (event) => {
  const { type, path } = event.data as PageVisitedMessage
  if (type !== 'visited') return
  if (event.source instanceof Client && copied.delete(event.source.id))
    event.source.postMessage({ type: 'copy', version: builtSite.version } satisfies CachedCopyMessage)
  event.waitUntil(
    keepPage(path).catch((error) => {
      if (error instanceof OtherVersion) update()
      else console.info(`${path} is not kept`, error)
    }),
  )
})

if (site.features.push) listenForPush()

/** The fixed root-level path of the service worker (S4.15). */
export const SERVICE_WORKER_PATH = '/service-worker.js'
/** The response header that names the build of a page, so that the worker caches only pages of its own build. */
export const VERSION_HEADER = 'x-site-version'
/** The page shown without a connection in place of an uncached page. */
export const OFFLINE_PATH = '/offline'
/** The id of the element by which the application recognises the offline page, at every URL. */
export const OFFLINE_ELEMENT_ID = 'offline'

/** The worker's data about its own build; the build writes it into the worker (build/service-worker.ts). */
export interface ServiceWorkerBuild {
  /** The version, as in build.json. */
  version: string
  /** The files that every page needs. */
  shell: string[]
  /** For each path, the files that the page needs in addition to those in its HTML. */
  pages: Record<string, string[]>
}

const CACHE_PREFIX = 'site-'

/** Returns the name of the cache that holds the pages and files of one version. */
export const toCacheName = (version: string): string => CACHE_PREFIX + version
export const isSiteCache = (name: string): boolean => name.startsWith(CACHE_PREFIX)

/** The message that a page sends to the worker when the reader visits the page. */
export interface PageVisitedMessage {
  type: 'visited'
  path: string
}

/**
 * The message that the worker sends to a page whose HTML came from the cache. It contains the version of the cached
 * copy, which may be older than the server's version.
 */
export interface CachedCopyMessage {
  type: 'copy'
  version: string
}

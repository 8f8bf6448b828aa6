/** The fixed root-level path of the service worker (S4.15). */
export const SERVICE_WORKER_PATH = '/service-worker.js'
/** The response header that names the build of a page, so that the worker caches only pages of its own build. */
export const VERSION_HEADER = 'x-site-version'
/** The path of the page that is shown offline in place of any page that is not cached. */
export const OFFLINE_PATH = '/offline'
/**
 * The id of an element that only the offline page has. The application recognises the offline page by this element,
 * because the page can appear at any URL.
 */
export const OFFLINE_ELEMENT_ID = 'offline'

/**
 * The data of the service worker about its own build. The build writes these data into the worker
 * (build/service-worker.ts).
 */
export interface ServiceWorkerManifest {
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
export interface CachedVersionMessage {
  type: 'copy'
  version: string
}

/**
 * Returns whether a status code is that of a proxy whose server is down: 502 to 504 (RFC 9110 15.6), or 520 to 530 of
 * Cloudflare.
 */
export const isServerAway = (status: number): boolean => status >= 502

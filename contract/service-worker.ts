/** S4.15: the fixed root-level path of the one service worker. */
export const SERVICE_WORKER_PATH = '/service-worker.js'
/** Which build a page comes from: on the answer with its HTML, so that no page of another one is kept beside it. */
export const VERSION_HEADER = 'x-site-version'
/** The page that stands in, without a connection, for one that has not been visited. */
export const OFFLINE_PATH = '/offline'
/** The id of its element, by which the application knows it at whatever address it stands. */
export const OFFLINE_ELEMENT_ID = 'offline'

/** What the worker knows of the build that it belongs to; the build writes it into the worker (build/service-worker.ts). */
export interface WorkerBuild {
  /** As in build.json. */
  version: string
  /** The addresses of the files that every page needs. */
  shell: string[]
  /** For each page, by its path, those that it needs beside them and does not name in its HTML. */
  pages: Record<string, string[]>
}

const CACHE_PREFIX = 'site-'

/** The cache in which the worker of one version keeps its pages, by their paths, and their files. */
export const toCacheName = (version: string): string => CACHE_PREFIX + version
export const isSiteCache = (name: string): boolean => name.startsWith(CACHE_PREFIX)

/** What a page tells the worker: that the reader has come to it. */
export interface PageVisitedMessage {
  type: 'visited'
  path: string
}

/** What the worker answers to a page whose HTML was a copy: of which version it is, as the server may have another one. */
export interface CachedCopyMessage {
  type: 'copy'
  version: string
}

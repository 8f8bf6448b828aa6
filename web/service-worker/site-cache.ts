import { CACHED_PAGES_MAX } from '#contract/limits.ts'
import { decodePercentEncoding, findPage } from '#contract/page-path.ts'
import {
  isSiteCache,
  OFFLINE_PATH,
  type ServiceWorkerManifest,
  toCacheName,
  VERSION_HEADER,
} from '#contract/service-worker.ts'

/** The build writes this variable at the start of the worker's code (build/service-worker.ts). */
declare const BUILT_SITE: ServiceWorkerManifest

/** The build to which this worker belongs. The worker caches files of this build only. */
export const workerBuildManifest: ServiceWorkerManifest = BUILT_SITE
const cacheName = toCacheName(workerBuildManifest.version)

/** Thrown when a response comes from another version of the site than this worker, which happens after a deploy. */
export class OtherVersionError extends Error {
  override name = 'OtherVersionError'
}

/** Pages that are cached from the start. Other pages are cached when they are visited. */
const firstPages = ['/', OFFLINE_PATH]
export const SEARCH_INDEX_PATH = '/search-index.json'

const openCache = () => caches.open(cacheName)

/** Returns the copy of a path that this version has cached; undefined when there is none or the storage is blocked. */
export async function findCachedCopy(address: string): Promise<Response | undefined> {
  return caches.match(address, { cacheName, ignoreVary: true, ignoreSearch: true }).catch(() => undefined)
}

/** Returns a cached copy of a file with a hash in its name. Such a file is the same in every version. */
export const findFileOfAnyVersion = (address: string): Promise<Response | undefined> =>
  caches.match(address, { ignoreVary: true }).catch(() => undefined)

/** Stores a response. @throws {DOMException} when the storage is full or blocked */
async function storeOrThrow(address: string, answer: Response): Promise<void> {
  await (await openCache()).put(address, answer)
}

/** Stores a response. When the storage is full or blocked, the failure is only logged. */
export const storeResponse = (address: string, answer: Response): Promise<void> =>
  storeOrThrow(address, answer).catch((error) => console.info(`${address} is not kept`, error))

/**
 * Caches the files that the site needs offline: its shell, the search index, the first pages, and every page that an
 * earlier version has cached. When the storage is full or blocked, either nothing is cached, or some of the visited
 * pages are missing.
 * @throws {OtherVersionError} when a deploy happens during the call; the browser then tries again
 */
export async function cacheSite(): Promise<void> {
  const visited = await findPagesOfAllVersions()
  let isUsable = false
  try {
    for (const file of workerBuildManifest.shell) await cacheFile(file)
    await cacheSearchIndex()
    for (const path of firstPages) await cachePage(path)
    isUsable = true
    for (const path of new Set(visited)) if (!firstPages.includes(path)) await cachePage(path)
  } catch (error) {
    // A failed fetch is a TypeError.
    if (!(error instanceof DOMException)) throw error
    console.info('The site is not kept, or not all of its pages', error)
    if (!isUsable) await caches.delete(cacheName).catch(() => false)
  }
}

/**
 * Caches a page with all its files. The page is stored last, so that a cached page is complete.
 * @throws {OtherVersionError}; {DOMException} when the storage is full or blocked; and what fetch throws
 */
export async function cachePage(path: string): Promise<void> {
  const files = findPageFiles(path)
  if (!files || (await findCachedCopy(path))) return
  // The browser has just cached the page, so this request only revalidates its copy.
  const answer = await fetchSameVersion(path)
  if (!answer.ok) return
  const html = await answer.clone().text()
  for (const file of new Set([...findAssetPaths(html), ...files])) await cacheFile(file)
  await storeOrThrow(path, answer)
  await deleteOldestPages()
}

export async function deleteOtherVersions(): Promise<void> {
  const names = await caches.keys().catch(() => [])
  const others = names.filter((name) => isSiteCache(name) && name !== cacheName)
  await Promise.all(others.map((name) => caches.delete(name)))
}

async function cacheSearchIndex(): Promise<void> {
  const answer = await fetchSameVersion(SEARCH_INDEX_PATH)
  if (answer.ok) await storeOrThrow(SEARCH_INDEX_PATH, answer)
}

async function cacheFile(address: string): Promise<void> {
  if (await findCachedCopy(address)) return
  // Only the name of an asset contains a hash. A text has the same name in every version.
  const answer = address.startsWith('/assets/')
    ? ((await findFileOfAnyVersion(address)) ?? (await fetch(address)))
    : await fetchSameVersion(address)
  if (!answer.ok) throw new OtherVersionError(`${address} is not there any more`)
  await storeOrThrow(address, answer)
}

async function fetchSameVersion(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-cache', redirect: 'manual' })
  if (answer.headers.get(VERSION_HEADER) !== workerBuildManifest.version)
    throw new OtherVersionError(`${path} is of another version`)
  return answer
}

/** Returns the files of the page at a path; undefined when there is no such page. */
function findPageFiles(address: string): string[] | undefined {
  const page = findPage(
    Object.keys(workerBuildManifest.pages).map((path) => ({ path })),
    address,
  )
  return page && workerBuildManifest.pages[page.path]
}

async function findPagesOfAllVersions(): Promise<string[]> {
  const names = await caches.keys().catch(() => [])
  const all = await Promise.all(names.filter(isSiteCache).map(listCachedPages))
  return all.flat()
}

/** Returns the pages of a cache in the order of their visits, the oldest first. */
async function listCachedPages(name: string): Promise<string[]> {
  const requests = await caches
    .open(name)
    .then((cache) => cache.keys())
    .catch(() => [])
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => findPageFiles(path))
}

async function deleteOldestPages(): Promise<void> {
  const visited = (await listCachedPages(cacheName)).filter((path) => !firstPages.includes(path))
  const cache = await openCache().catch(() => null)
  for (const path of visited.slice(0, -CACHED_PAGES_MAX)) await cache?.delete(path)
}

/** Video and audio files. Browsers request them in parts, which the worker does not answer. */
const recordings = /\.(mp4|m4v|webm|mov|ogv|mp3|m4a|ogg|opus|wav|flac|vtt)$/

/**
 * Returns the scripts, fonts and pictures in the HTML of a page. For a picture in several formats, only the AVIF file
 * is returned. Video and audio are left out, because they are large.
 */
function findAssetPaths(html: string): string[] {
  // Only tags and styles load files. The text of the author can name files that this site does not have.
  const code = html.match(/<style\b.*?<\/style>|<[^>]*>/gs)?.join('') ?? ''
  // Vite percent-encodes the paths of pages with code of their own. A link can lead to the assets of another site.
  const paths = code.match(/(?<=["\s(])\/assets\/[\p{L}\p{M}\p{N}%._-]+-[\w-]{8}\.\w+/gu)?.map(decodePercentEncoding)
  const all = [...new Set(paths)].filter((file) => !recordings.test(file))
  const stem = (file: string) => file.replace(/-[\w-]{8}\.\w+$/, '')
  const better = new Set(all.filter((file) => file.endsWith('.avif')).map(stem))
  return all.filter((file) => !/\.(png|jpg)$/.test(file) || !better.has(stem(file)))
}

import { CACHED_PAGES_MAX } from '#contract/limits.ts'
import { findPage } from '#contract/page-path.ts'
import { isSiteCache, OFFLINE_PATH, toCacheName, VERSION_HEADER } from '#contract/service-worker.ts'
import { site } from './built-site.ts'

/** An answer is not of this worker's version: there has been a deploy. */
export class OtherVersion extends Error {
  override name = 'OtherVersion'
}

/** These are kept from the start; every other page when it has been visited. */
const firstPages = ['/', OFFLINE_PATH]
export const SEARCH_INDEX = '/search-index.json'

const own = () => caches.open(toCacheName(site.version))

/** What is kept under an address by this version; nothing where storage is refused. */
export async function kept(address: string): Promise<Response | undefined> {
  return caches
    .match(address, { cacheName: toCacheName(site.version), ignoreVary: true, ignoreSearch: true })
    .catch(() => undefined)
}

/** A file with a hash in its name, which is the same in every version. */
export const keptFile = (address: string): Promise<Response | undefined> =>
  caches.match(address, { ignoreVary: true }).catch(() => undefined)

/** Keeps an answer. A full or refused storage is no failure: the site goes on without. */
export async function keep(address: string, answer: Response): Promise<void> {
  try {
    await (await own()).put(address, answer)
  } catch (error) {
    console.info(`${address} is not kept`, error)
  }
}

/**
 * Keeps what the site needs without a connection: its shell, and every page that an earlier version has kept.
 * @throws {OtherVersion} when there has been a deploy meanwhile; the browser tries again
 */
export async function keepSite(): Promise<void> {
  const visited = await visitedEarlier()
  for (const file of site.shell) await keepFile(file)
  await keepIndex()
  for (const path of new Set([...firstPages, ...visited])) await keepPage(path)
}

/**
 * Keeps a page with everything that it needs; the page last, so that one that is kept is whole.
 * @throws {OtherVersion}, and what fetch throws
 */
export async function keepPage(path: string): Promise<void> {
  const files = filesOfPage(path)
  if (!files || (await kept(path))) return
  // The copy that the browser has just got, if the server says that it is still good.
  const answer = await ownAnswer(path)
  if (!answer.ok) return
  const html = await answer.clone().text()
  for (const file of new Set([...filesIn(html), ...files])) await keepFile(file)
  await keep(path, answer)
  await dropOldest()
}

/** Forgets every other version. */
export async function dropOtherVersions(): Promise<void> {
  const names = await caches.keys().catch(() => [])
  const others = names.filter((name) => isSiteCache(name) && name !== toCacheName(site.version))
  await Promise.all(others.map((name) => caches.delete(name)))
}

async function keepIndex(): Promise<void> {
  const answer = await ownAnswer(SEARCH_INDEX)
  if (answer.ok) await keep(SEARCH_INDEX, answer)
}

async function keepFile(address: string): Promise<void> {
  const cacheName = toCacheName(site.version)
  if (await caches.match(address, { cacheName, ignoreVary: true }).catch(() => undefined)) return
  const answer = (await keptFile(address)) ?? (await fetch(address))
  if (!answer.ok) throw new OtherVersion(`${address} is not there any more`)
  await keep(address, answer)
}

async function ownAnswer(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-cache', redirect: 'manual' })
  if (answer.headers.get(VERSION_HEADER) !== site.version) throw new OtherVersion(`${path} is of another version`)
  return answer
}

/** What the page at an address needs beside its HTML; undefined where there is no such page. */
function filesOfPage(address: string): string[] | undefined {
  const page = findPage(
    Object.keys(site.pages).map((path) => ({ path })),
    address,
  )
  return page && site.pages[page.path]
}

/** The pages that earlier versions have kept. */
async function visitedEarlier(): Promise<string[]> {
  const names = await caches.keys().catch(() => [])
  const all = await Promise.all(names.filter(isSiteCache).map(pagesIn))
  return all.flat()
}

/** The pages in a cache, the one that was visited first at the head. */
async function pagesIn(name: string): Promise<string[]> {
  const requests = await caches
    .open(name)
    .then((cache) => cache.keys())
    .catch(() => [])
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => filesOfPage(path))
}

async function dropOldest(): Promise<void> {
  const visited = (await pagesIn(toCacheName(site.version))).filter((path) => !firstPages.includes(path))
  const cache = await own().catch(() => null)
  for (const path of visited.slice(0, -CACHED_PAGES_MAX)) await cache?.delete(path)
}

/** The files that a page names: scripts, fonts and pictures; of those in several formats the one that browsers take. */
function filesIn(html: string): string[] {
  const all = [...new Set(html.match(/\/assets\/[\w.-]+/g))]
  const stem = (file: string) => file.replace(/-[\w-]{8}\.\w+$/, '')
  const better = new Set(all.filter((file) => file.endsWith('.avif')).map(stem))
  return all.filter((file) => !file.endsWith('.png') || !better.has(stem(file)))
}

import { toPageKey } from '#contract/page-key.ts'
import type { SitePage } from '../../../http/build-output.ts'
import { StartError } from '../../../http/start-error.ts'

/** Finds the page of the site that comments of a file are about. */
export interface PageFinder {
  /** The key of the page with this address or path, or that has had it; null where the site has none. */
  find: (address: string) => string | null
}

/** A path of the file that is another one here. */
export interface Move {
  from: string
  to: string
}

/**
 * Compares paths only, whatever the domain was, and without what does not tell pages apart: a query, slashes at the end,
 * `index.html`, `.html`.
 * @throws {StartError} for a move to where there is no page
 */
export function pageFinder(pages: readonly SitePage[], moves: readonly Move[]): PageFinder {
  const keys = new Map<string, string>()
  for (const { path, aliases, key } of pages) for (const own of [...aliases, path]) keys.set(plainPath(own) ?? own, key)
  const moved = new Map<string | null, string>()
  for (const { from, to } of moves) {
    const path = plainPath(to)
    if (path === null || !keys.has(path)) throw new StartError(`--map ${from}=${to}: this site has no page ${to}.`)
    moved.set(plainPath(from), path)
  }
  return {
    find: (address) => {
      const path = plainPath(address)
      return path === null ? null : (keys.get(moved.get(path) ?? path) ?? null)
    },
  }
}

/** The path that a key stands for (contract/page-key.ts). */
export const pathOfKey = (key: string): string => (key === toPageKey('/') ? '/' : `/${key}`)

/** The path of an address without what does not tell pages apart; null where it has none. */
export function plainPath(address: string): string | null {
  const url = URL.parse(address, 'http://unknown.invalid')
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/index\.html?$/, '')
    .replace(/\.html?$/, '')
  try {
    return decodeURIComponent(path) || '/'
  } catch {
    return path || '/'
  }
}

import { toPageKey } from '#contract/page-key.ts'
import type { SitePage } from '../../../http/build-output.ts'
import { StartError } from '../../../http/start-error.ts'

/** Returns the key of the page with this address, path or former path; null when the site has no such page. */
export type FindPage = (address: string) => string | null

export interface Move {
  from: string
  to: string
}

/** Finds pages by path alone, without domain, query, slashes at the end, `index.html` and `.html`. */
export function pageFinder(pages: readonly SitePage[], moves: readonly Move[]): FindPage {
  const keys = new Map<string, string>()
  for (const { path, aliases, key } of pages) for (const own of [...aliases, path]) keys.set(plainPath(own) ?? own, key)
  const moved = new Map<string | null, string>()
  for (const { from, to } of moves) {
    const path = plainPath(to)
    if (path === null || !keys.has(path)) throw new StartError(`--map ${from}=${to}: this site has no page ${to}.`)
    moved.set(plainPath(from), path)
  }
  return (address) => {
    const path = plainPath(address)
    return path === null ? null : (keys.get(moved.get(path) ?? path) ?? null)
  }
}

export const pathOfKey = (key: string): string => (key === toPageKey('/') ? '/' : `/${key}`)

/** Returns the path of an address in the form that is compared; null for an address without a path. */
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

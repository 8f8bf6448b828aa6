import { tabStorage } from '../../../device/storage.ts'

const key = 'returnTo'

/**
 * Returns the path to open after a login. A value that is not a path of this site becomes Home.
 * @param path the value of the URL parameter, which anybody can set
 */
export const sanitizeReturnPath = (path: string | null): string =>
  path && /^\/[^\\\p{Cc}]*$/u.test(path) && !path.includes('//') ? path : '/'

/** Returns the path that was stored in this tab before a login at a provider; null when there is none. */
export const readUncheckedReturnPath = (): string | null => tabStorage.get(key)

/**
 * Stores a return path in this tab, because a provider returns to a URL without a query (S7.08). Null removes the
 * stored path.
 */
export function storeReturnPath(path: string | null): void {
  if (path === null) tabStorage.remove(key)
  else tabStorage.set(key, path)
}

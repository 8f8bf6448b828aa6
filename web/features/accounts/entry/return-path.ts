const key = 'returnTo'

/**
 * Where somebody goes after logging in: a path of this site and of no other, Home where there is none.
 * @param wanted what the address says; anybody may have written it
 */
export const returnPath = (wanted: string | null): string =>
  wanted && /^\/[^\\\p{Cc}]*$/u.test(wanted) && !wanted.includes('//') ? wanted : '/'

/** Returns the path that was kept in this tab before a login at a provider, where there is one. */
export function keptReturnPath(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a path in this tab, as the address to which a provider sends people back has no query (S7.08); null drops it. */
export function keepReturnPath(wanted: string | null): void {
  try {
    if (wanted === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, wanted)
  } catch {
    // Storage is refused: the login ends at Home.
  }
}

const key = 'reloadedFor'

/**
 * Loads the page anew because of a path, where that may help; in each tab once, so that it never goes on and on.
 * @returns whether it does
 */
export function reloadOnce(path: string): boolean {
  try {
    if (sessionStorage.getItem(key) === path) return false
    sessionStorage.setItem(key, path)
  } catch {
    // What cannot be remembered must not be done.
    return false
  }
  window.location.reload()
  return true
}

/** Says that it has helped. */
export function reloadHelped(path: string): void {
  try {
    if (sessionStorage.getItem(key) === path) sessionStorage.removeItem(key)
  } catch {
    // Then there is nothing to forget.
  }
}

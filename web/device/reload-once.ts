const key = 'reloadedFor'

/**
 * Reloads the page at most once for each path in each tab. This prevents endless reloads when a page cannot be loaded.
 * @returns whether the page will be reloaded
 */
export function reloadOnce(path: string): boolean {
  try {
    if (sessionStorage.getItem(key) === path) return false
    sessionStorage.setItem(key, path)
  } catch {
    // Without storage, the reloads cannot be counted, so the page is not reloaded.
    return false
  }
  window.location.reload()
  return true
}

/** Allows another reload for a path. Called after the page at this path was loaded. */
export function allowReloadAgain(path: string): void {
  try {
    if (sessionStorage.getItem(key) === path) sessionStorage.removeItem(key)
  } catch {
    // Without storage, no reload was recorded, so there is nothing to remove.
  }
}

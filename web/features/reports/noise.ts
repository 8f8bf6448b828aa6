/**
 * What is no fault of the site, beside what the reporter leaves out by itself: an answer that never came, a chunk of a
 * version that is gone, a call that was given up, and what browsers say of a layout that needs another turn.
 */
export const ignoreErrors = [
  /Failed to fetch/,
  /Load failed/,
  /NetworkError when attempting to fetch/,
  /Importing a module script failed/,
  /error loading dynamically imported module/,
  /Unable to preload CSS/,
  /^AbortError: /,
  /ResizeObserver loop/,
]

/** What extensions of the browser have done. */
export const denyUrls = [/^(chrome|moz|safari|safari-web|ms-browser)-extension:\/\//]

import { NOTICE_POLL_MS } from '#contract/limits.ts'
import { NOTICES_ID } from './notices-id.ts'
import { noticesStore } from './notices-store.ts'

/**
 * Fetches the notices now and every 60 s, even in a hidden tab (S7.12, S9.02). Browsers slow down the timers of hidden
 * tabs, so the notices are also fetched when the tab becomes visible.
 */
export function startNoticesPoll(): void {
  const { fetchNotices } = noticesStore.getState()
  noticesStore.subscribe(showNoticeStrip)
  fetchNotices()
  setInterval(fetchNotices, NOTICE_POLL_MS)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) fetchNotices()
  })
}

/** Draws the strip when there are notices. The code of the strip is loaded with the first notice. */
export async function showNoticeStrip(): Promise<void> {
  const region = document.getElementById(NOTICES_ID)
  if (!region || noticesStore.getState().notices.length === 0) return
  try {
    ;(await import('./notice-strip.ts')).mountNoticeStrip(region)
  } catch (error) {
    // The browser is offline, or a deploy has replaced the file. The next fetch of notices tries again.
    console.info('Loading the notices failed', error)
  }
}

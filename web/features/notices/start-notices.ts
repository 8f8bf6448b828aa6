import { NOTICE_POLL_MS } from '#contract/limits.ts'
import { NOTICES_ID } from './notices-id.ts'
import { noticesStore } from './notices-store.ts'

/**
 * Fetches the notices now and every 60 s, in a hidden tab too (S7.12, S9.02). Browsers slow the timers of hidden tabs,
 * so it also fetches them when the tab becomes visible.
 */
export function startNoticesPoll(): void {
  const { fetchNotices } = noticesStore.getState()
  noticesStore.subscribe(loadStrip)
  fetchNotices()
  setInterval(fetchNotices, NOTICE_POLL_MS)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) fetchNotices()
  })
}

/** Shows the notices, if there are any. The code of the strip is loaded with the first notice. */
export async function loadStrip(): Promise<void> {
  const region = document.getElementById(NOTICES_ID)
  if (!region || noticesStore.getState().notices.length === 0) return
  try {
    ;(await import('./notice-strip.ts')).showNotices(region)
  } catch (error) {
    // The browser is offline, or there was a deploy. The next response causes another attempt.
    console.info('Loading the notices failed', error)
  }
}

import { visitsKey } from '#contract/storage-keys.ts'
import { storage } from '../device/storage.ts'

/**
 * Marks the listed articles that were published since the day of the previous visit. Only this browser knows the days:
 * the previous day with a visit and today, such as `2026-11-20 2026-11-25`. All visits of a day are one visit, so a mark
 * stays for a day. The first visit marks nothing.
 */
export function markNewArticles(): void {
  const today = new Date().toISOString().slice(0, 10)
  let [previous, last = ''] = (storage.get(visitsKey) ?? ' ').split(' ')
  if (last !== today) {
    previous = last
    storage.set(visitsKey, `${previous} ${today}`)
  }
  if (!previous) return
  for (const item of document.querySelectorAll<HTMLElement>('[data-published]'))
    item.toggleAttribute('data-new', (item.dataset.published ?? '') >= previous)
}

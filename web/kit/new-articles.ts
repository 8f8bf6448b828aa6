import { visitDaysKey } from '#contract/storage-keys.ts'
import { storage } from '../device/storage.ts'

/**
 * Marks the listed articles that were published since the day of the reader's previous visit. Only this browser stores
 * the days: the day of the previous visit, and today, such as `2026-11-20 2026-11-25`. All visits of a day count as one
 * visit, so the marks stay for the whole day. The first visit marks no article.
 */
export function markNewArticles(): void {
  const today = new Date().toISOString().slice(0, 10)
  let [previous, last = ''] = (storage.get(visitDaysKey) ?? ' ').split(' ')
  if (last !== today) {
    previous = last
    storage.set(visitDaysKey, `${previous} ${today}`)
  }
  if (!previous) return
  for (const item of document.querySelectorAll<HTMLElement>('[data-published]'))
    item.toggleAttribute('data-new', (item.dataset.published ?? '') >= previous)
}

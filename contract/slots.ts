import { DAY_MS, MINUTE_MS } from './limits.ts'
import type { Kitchen, KitchenTerms, Service } from './menu.ts'
import { findOpenSpans } from './opening-hours.ts'
import { SLOT_DAYS_AHEAD_MAX, SLOT_MINUTES } from './ordering-limits.ts'

export const SLOT_MS = SLOT_MINUTES * MINUTE_MS

/** Returns the start of the slot that an instant belongs to, in milliseconds since 1970. */
export const roundDownToSlot = (instant: number): number => Math.floor(instant / SLOT_MS) * SLOT_MS

/**
 * Returns the preparation time, in milliseconds, of an order that must be ready at `readyAt`. A rush makes the time
 * longer.
 */
export function calculateCookingMs(
  { prepMinutes, rushMinutes, rushUntil }: KitchenTerms,
  readyAt: number,
  now: number,
): number {
  const prep = prepMinutes * MINUTE_MS
  const inRush = rushUntil !== null && rushUntil > now && readyAt - prep < rushUntil
  return inRush ? prep + rushMinutes * MINUTE_MS : prep
}

/**
 * Returns the times at which an order can be ready: every SLOT_MINUTES from the start of each opening until closing, at
 * most SLOT_DAYS_AHEAD_MAX days ahead. Leaves out slots that do not leave the kitchen enough time to cook. During a
 * pause, the time to cook begins when the pause ends.
 */
export function listSlots(
  { terms, fullSlots }: Pick<Kitchen, 'terms' | 'fullSlots'>,
  service: Service,
  now: number,
): { at: number; full: boolean }[] {
  if (!terms.services.includes(service)) return []
  const until = now + SLOT_DAYS_AHEAD_MAX * DAY_MS
  const full = new Set(fullSlots)
  const slots: { at: number; full: boolean }[] = []
  for (const { from, to } of findOpenSpans(terms.hours, service, terms.timezone, now, until)) {
    const begin = Math.max(from, now, terms.pausedUntil ?? 0)
    const first = from + Math.ceil((begin + terms.prepMinutes * MINUTE_MS - from) / SLOT_MS) * SLOT_MS
    for (let at = first; at <= to && at <= until; at += SLOT_MS) {
      if (at >= begin + calculateCookingMs(terms, at, now)) slots.push({ at, full: full.has(roundDownToSlot(at)) })
    }
  }
  return slots
}

import { useEffect, useReducer, useState } from 'react'
import { formatCountWithNoun } from '#contract/format-count.ts'
import { interfaceLocale } from '#contract/interface-locale.ts'
import { lazy } from '#contract/lazy.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { repeatWhileVisible } from '../device/repeat-while-visible.ts'
import { formatShortDate } from './format-date.ts'

const exactFormat = lazy(() => new Intl.DateTimeFormat(interfaceLocale, { dateStyle: 'full', timeStyle: 'short' }))

/** A relative time that updates itself. Its tooltip is the exact time, which is formatted when a pointer is on it. */
export function RelativeTime({ at }: { at: number }) {
  const [, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onTick(update), [])
  const [isPointedAt, setPointedAt] = useState(false)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={isPointedAt ? exactFormat().format(at) : undefined}
      onPointerEnter={() => setPointedAt(true)}
    >
      {formatRelativeTime(at, Date.now())}
    </time>
  )
}

const TICK_MS = MINUTE_MS / 2
const tickers = new Set<() => void>()
let stopTicking = () => {}

/**
 * Calls `tick` at intervals while the page is visible. All callers share one timer.
 * @returns a function that stops the calls
 */
function onTick(tick: () => void): () => void {
  if (tickers.size === 0) stopTicking = repeatWhileVisible(tickAll, TICK_MS)
  tickers.add(tick)
  return () => {
    tickers.delete(tick)
    if (tickers.size === 0) stopTicking()
  }
}

function tickAll(): void {
  for (const tick of tickers) tick()
}

/** Formats a time relative to now: “5 minutes ago”, “in 2 hours”. A distant time is a date: “3 Nov 2026”. */
export function formatRelativeTime(at: number, now: number): string {
  const distance = Math.abs(at - now)
  if (distance < MINUTE_MS) return at > now ? 'in a moment' : 'just now'
  if (distance >= 7 * DAY_MS) return formatShortDate(at)
  const span =
    distance < HOUR_MS
      ? formatCountWithNoun(Math.floor(distance / MINUTE_MS), 'minute', 'minutes')
      : distance < DAY_MS
        ? formatCountWithNoun(Math.floor(distance / HOUR_MS), 'hour', 'hours')
        : formatCountWithNoun(Math.floor(distance / DAY_MS), 'day', 'days')
  return at > now ? `in ${span}` : `${span} ago`
}

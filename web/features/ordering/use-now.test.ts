import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { noteServerTime, useNow } from './use-now.ts'

const noteReply = (date: number, sentAt: number) =>
  noteServerTime(new Response('', { headers: { date: new Date(date).toUTCString() } }), sentAt)

const readAheadMs = () => Number(renderToString(createElement(() => useNow()))) - Date.now()

test('a reply that a suspended tab reads an hour late does not change the time', () => {
  noteReply(Date.now() - HOUR_MS, Date.now() - HOUR_MS)
  expect(Math.abs(readAheadMs())).toBeLessThan(MINUTE_MS)
})

test('a reply that arrives at once corrects a clock that is an hour fast', () => {
  noteReply(Date.now() - HOUR_MS, Date.now())
  expect(Math.abs(readAheadMs() + HOUR_MS)).toBeLessThan(MINUTE_MS)
})

test('the correction of a wrong clock ends when the clock is set', () => {
  noteReply(Date.now() + HOUR_MS, Date.now())
  expect(Math.abs(readAheadMs() - HOUR_MS)).toBeLessThan(MINUTE_MS)
  vi.useFakeTimers({ now: Date.now() + HOUR_MS, toFake: ['Date'] })
  expect(Math.abs(readAheadMs())).toBeLessThan(MINUTE_MS)
  vi.useRealTimers()
})

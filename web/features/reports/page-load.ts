import { startInactiveSpan } from '@sentry/react'

/** The steps of a page load, by the names that the browser gives their beginning and their end. */
const steps = [
  ['request', 'requestStart', 'responseStart'],
  ['response', 'responseStart', 'responseEnd'],
  ['document', 'responseEnd', 'domContentLoadedEventEnd'],
  ['load', 'domContentLoadedEventEnd', 'loadEventEnd'],
] as const

/**
 * Reports how long this page took to load, in the share of loads that the client was given (S9.04). The SDK's own tracing
 * measures more and would cost every reader 20 kB for the one in a hundred.
 */
export function reportPageLoad(): void {
  const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!timing || timing.loadEventEnd === 0) return
  const at = (ms: number) => (performance.timeOrigin + ms) / 1000
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const whole = startInactiveSpan({
    name: location.pathname,
    op: 'pageload',
    startTime: at(0),
    forceTransaction: true,
    attributes: { ...(paint && { 'first-contentful-paint': Math.round(paint.startTime) }) },
  })
  for (const [name, from, to] of steps)
    startInactiveSpan({ name, op: 'browser', startTime: at(timing[from]), parentSpan: whole }).end(at(timing[to]))
  whole.end(at(timing.loadEventEnd))
}

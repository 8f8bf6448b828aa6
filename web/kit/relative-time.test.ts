import { act, createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { dispatchEvent, installFakePage } from '../testing/render.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('relative times are updated while the page is visible, but not while it is hidden', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') })
  const page = installFakePage(() => new Response())
  const { RelativeTime } = await import('./relative-time.tsx')
  await page.show(createElement(RelativeTime, { at: new Date('2026-11-21T11:59:30Z').getTime() }))
  const look = (hidden: boolean) =>
    act(async () => {
      page.setHidden(hidden)
      dispatchEvent(page.document, 'visibilitychange')
    })
  expect(page.text()).toBe('just now')
  await page.wait(61_000)
  expect(page.text()).toBe('1 minute ago')
  await look(true)
  await page.wait(300_000)
  expect(page.text()).toBe('1 minute ago')
  await look(false)
  expect(page.text()).toBe('6 minutes ago')
})

import { afterEach, expect, test, vi } from 'vitest'
import { isAboveRevealLine, watchRevealLine } from './reveal.ts'

afterEach(() => vi.unstubAllGlobals())

const at = (top: number) => ({ getBoundingClientRect: () => ({ top }) }) as Element

test('S9.02 a section counts as revealed when its top is above the line at 85 % of the viewport’s height', () => {
  vi.stubGlobal('window', { innerHeight: 1000 })
  expect(isAboveRevealLine(at(851))).toBe(false)
  expect(isAboveRevealLine(at(850))).toBe(false)
  expect(isAboveRevealLine(at(849))).toBe(true)
  expect(isAboveRevealLine(at(-5000))).toBe(true)
})

test('S9.02 a section is revealed once, when its top passes the line at 85 % of the viewport’s height', () => {
  type Entry = { isIntersecting: boolean; target: Element }
  const observers: { rootMargin?: string | undefined; meet: (entries: Entry[]) => void; watched: Set<Element> }[] = []
  class Observer {
    watched = new Set<Element>()
    constructor(meet: (entries: Entry[]) => void, { rootMargin }: IntersectionObserverInit) {
      observers.push({ rootMargin, meet, watched: this.watched })
    }
    observe = (element: Element) => this.watched.add(element)
    unobserve = (element: Element) => this.watched.delete(element)
    disconnect = () => this.watched.clear()
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const [near, far] = [at(900), at(2000)]
  const arrived = vi.fn()
  const stop = watchRevealLine([near, far], arrived)
  const [observer] = observers
  // The large top margin includes everything above the line, even after a jump to a lower part of the page.
  expect(observer?.rootMargin).toMatch(/^\d{6,}px 0px -15% 0px$/)
  observer?.meet([
    { isIntersecting: true, target: near },
    { isIntersecting: false, target: far },
  ])
  expect(arrived.mock.calls).toEqual([[near]])
  expect([...(observer?.watched ?? [])]).toEqual([far])
  stop()
  expect(observer?.watched.size).toBe(0)
})

import { NavigationType } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryHistory } from './memory-history.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const whereIs = ({ arrival }: ReturnType<typeof createMemoryHistory>) => {
  const { location, navigationType } = arrival()
  return [location.pathname + location.search, navigationType]
}

test('S2.17 the history of the native app navigates, goes back and goes forward without the browser’s history', () => {
  const history = createMemoryHistory('/')
  const arrivals = vi.fn()
  history.subscribe(arrivals)
  expect([whereIs(history), history.isAtStart()]).toEqual([['/', NavigationType.Pop], true])
  history.navigator.push('/bootsbau')
  history.navigator.push('/order?page=2')
  expect([whereIs(history), history.isAtStart()]).toEqual([['/order?page=2', NavigationType.Push], false])
  history.navigator.go(-1)
  expect(whereIs(history)).toEqual(['/bootsbau', NavigationType.Pop])
  history.navigator.replace('/ueber-mich')
  expect(whereIs(history)).toEqual(['/ueber-mich', NavigationType.Replace])
  history.navigator.go(1)
  expect(whereIs(history)).toEqual(['/order?page=2', NavigationType.Pop])
  history.navigator.go(-1)
  history.navigator.push('/seefunk')
  // The forward entries were removed by the navigation.
  history.navigator.go(1)
  expect(whereIs(history)).toEqual(['/seefunk', NavigationType.Pop])
  expect(arrivals).toHaveBeenCalledTimes(8)
})

test('S2.17 the native app opens at its last page after the system has ended the app', () => {
  const history = createMemoryHistory('/')
  history.navigator.push('/bootsbau')
  const later = createMemoryHistory('/')
  expect(whereIs(later)[0]).toBe('/bootsbau')
  later.navigator.go(-1)
  expect(whereIs(later)[0]).toBe('/')
})

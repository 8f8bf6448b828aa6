import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router'

/** Where the app was and where it is. */
interface Stack {
  entries: Location[]
  index: number
}

/** What the router renders. */
interface Arrival {
  location: Location
  navigationType: NavigationType
}

/** The history of the native app (S2.17). */
export interface MemoryHistory {
  navigator: Navigator
  arrival: () => Arrival
  subscribe: (listener: () => void) => () => void
  /** Whether nothing is left to go back to. */
  isAtStart: () => boolean
}

/** Holds the stack while the app runs: a reload of the page (S2.16), which loses the rest of its memory, comes back to it. */
const storageKey = 'nativeHistory'

/**
 * A history that no address bar shows: the page's own address stays that of the app's one file.
 * @param start where the app was opened, when it has not been reloaded
 */
export function createMemoryHistory(start: string): MemoryHistory {
  const stack = restoreStack() ?? { entries: [locationOf(start)], index: 0 }
  const listeners = new Set<() => void>()
  const here = () => stack.entries[stack.index] as Location
  let arrival: Arrival = { location: here(), navigationType: NavigationType.Pop }

  function arrive(navigationType: NavigationType): void {
    sessionStorage.setItem(storageKey, JSON.stringify(stack))
    arrival = { location: here(), navigationType }
    for (const listener of listeners) listener()
  }

  return {
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      push(to, state) {
        stack.entries.splice(stack.index + 1, Number.POSITIVE_INFINITY, locationOf(to, state))
        stack.index += 1
        arrive(NavigationType.Push)
      },
      replace(to, state) {
        stack.entries[stack.index] = locationOf(to, state)
        arrive(NavigationType.Replace)
      },
      go(delta) {
        stack.index = Math.min(Math.max(stack.index + delta, 0), stack.entries.length - 1)
        arrive(NavigationType.Pop)
      },
    },
    arrival: () => arrival,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isAtStart: () => stack.index === 0,
  }
}

function locationOf(to: To, state: unknown = null): Location {
  const path = typeof to === 'string' ? parsePath(to) : to
  return { pathname: '/', search: '', hash: '', ...path, state, key: Math.random().toString(36).slice(2) }
}

/** The stack before the reload; null where the app has just been started. */
function restoreStack(): Stack | null {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? null : JSON.parse(text)
}

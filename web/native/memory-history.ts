import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router'

/** The entries of the history and the current one. */
interface Stack {
  entries: Location[]
  index: number
}

/** The current location and how it was reached. */
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

/** Stores the stack in the session storage, so that it survives a reload of the page (S2.16). */
const storageKey = 'nativeHistory'

/**
 * Creates the history of the native app. The address of the page itself never changes.
 * @param start the first path, unless a stack is stored
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

/** Returns the stack from before a reload; null when the app has just started. */
function restoreStack(): Stack | null {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? null : JSON.parse(text)
}

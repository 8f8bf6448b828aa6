import { createPath, type Location, NavigationType, parsePath, type To } from 'react-router'

/** The key under which session storage keeps the history, so that it survives a reload of the page (S2.16). */
const storageKey = 'nativeHistory'

interface Stack {
  entries: Location[]
  index: number
}
export type MemoryHistory = ReturnType<typeof createMemoryHistory>

/**
 * Creates the history of the native app (S2.17). The URL of the native app's document never changes.
 * @param start the first path, unless session storage has a history
 */
export function createMemoryHistory(start: string) {
  const stack: Stack = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? {
    entries: [toLocation(start)],
    index: 0,
  }
  const listeners = new Set<() => void>()
  const here = () => stack.entries[stack.index] as Location
  /** The current location, and the kind of navigation that led to it. */
  let arrival = { location: here(), navigationType: NavigationType.Pop }

  function arrive(navigationType: NavigationType): void {
    sessionStorage.setItem(storageKey, JSON.stringify(stack))
    arrival = { location: here(), navigationType }
    for (const listener of listeners) listener()
  }

  return {
    navigator: {
      createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
      push(to: To, state?: unknown) {
        stack.entries.splice(stack.index + 1, Number.POSITIVE_INFINITY, toLocation(to, state))
        stack.index += 1
        arrive(NavigationType.Push)
      },
      replace(to: To, state?: unknown) {
        stack.entries[stack.index] = toLocation(to, state)
        arrive(NavigationType.Replace)
      },
      go(delta: number) {
        stack.index = Math.min(Math.max(stack.index + delta, 0), stack.entries.length - 1)
        arrive(NavigationType.Pop)
      },
    },
    arrival: () => arrival,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Returns whether there is no earlier entry to go back to. */
    isAtStart: () => stack.index === 0,
  }
}

function toLocation(to: To, state: unknown = null): Location {
  const path = typeof to === 'string' ? parsePath(to) : to
  return { pathname: '/', search: '', hash: '', ...path, state, key: Math.random().toString(36).slice(2) }
}

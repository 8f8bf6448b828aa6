import { storage } from './storage.ts'

/** Something that the browser keeps, the same in every tab. */
export interface StoredValue<T> {
  /** As this tab or another has left it; the same object until it changes. */
  read: () => T
  /** @param value null forgets it */
  write: (value: T | null) => void
  /** @returns what ends it */
  subscribe: (listener: () => void) => () => void
}

/** @param parse makes it of whatever is stored, of undefined when nothing is, or nothing readable */
export function storedValue<T>(key: string, parse: (stored: unknown) => T): StoredValue<T> {
  const listeners = new Set<() => void>()
  let stored: string | null = null
  let value = parse(undefined)

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const changedElsewhere = (event: StorageEvent) => {
    if (event.key === key || event.key === null) tell()
  }
  return {
    read: () => {
      const now = storage.get(key)
      if (now !== stored) value = parse(json(now))
      stored = now
      return value
    },
    write: (next) => {
      if (next === null) storage.remove(key)
      else storage.set(key, JSON.stringify(next))
      // Where nothing can be kept, at least until the page is left.
      value = next ?? parse(undefined)
      stored = storage.get(key)
      tell()
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', changedElsewhere)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', changedElsewhere)
      }
    },
  }
}

function json(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

import { onStorageChangedElsewhere, storage } from './storage.ts'

/** A value in local storage, the same in every tab. */
export interface StoredValue<T> {
  /** Returns the most recent value, from whichever tab wrote it. Returns the same object until the value changes. */
  read: () => T
  /** Writes the value. @param value null removes the stored value */
  write: (value: T | null) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates a value that is stored in the browser.
 * @param parse turns stored JSON into the value; it receives undefined when nothing readable is stored
 * @param area the storage of the browser (default) or of the tab
 */
export function createStoredValue<T>(key: string, parse: (stored: unknown) => T, area = storage): StoredValue<T> {
  const listeners = new Set<() => void>()
  let stored: string | null = null
  let value = parse(undefined)

  const notify = () => {
    for (const listener of listeners) listener()
  }
  let stopListening = () => {}
  return {
    read: () => {
      const now = area.get(key)
      if (now !== stored) value = parse(json(now))
      stored = now
      return value
    },
    write: (next) => {
      if (next === null) area.remove(key)
      else area.set(key, JSON.stringify(next))
      // When storage is blocked, the value lasts until the page is left.
      value = next ?? parse(undefined)
      stored = area.get(key)
      notify()
    },
    subscribe: (listener) => {
      if (listeners.size === 0)
        stopListening = onStorageChangedElsewhere((changed) => (changed === key || changed === null) && notify())
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopListening()
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

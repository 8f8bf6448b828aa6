import { callAll, listen } from './listen.ts'

/**
 * Creates a storage that never throws. When the browser blocks its storage or the storage is full, new values last
 * until the page is left.
 */
function createStorage(area: () => Storage) {
  /** The values that could not be stored, each with the stored value that it replaces. */
  const unsaved = new Map<string, { value: string; replaced: string | null }>()
  const read = (key: string): string | null => {
    try {
      return area().getItem(key)
    } catch {
      return null
    }
  }
  return {
    get(key: string): string | null {
      const stored = read(key)
      const newer = unsaved.get(key)
      // Another tab may have stored a value in the meantime.
      return newer && newer.replaced === stored ? newer.value : stored
    },
    set(key: string, value: string): void {
      try {
        area().setItem(key, value)
        unsaved.delete(key)
      } catch {
        unsaved.set(key, { value, replaced: read(key) })
      }
    },
    remove(key: string): void {
      unsaved.delete(key)
      try {
        area().removeItem(key)
      } catch {
        // A blocked storage contains nothing to remove.
      }
    },
  }
}

export const storage = createStorage(() => localStorage)

/** The storage of the tab, which survives reloads. */
export const tabStorage = /* @__PURE__ */ createStorage(() => sessionStorage)

/**
 * Calls the listener when another page has changed the local storage.
 * @param listener receives the changed key; null when any key may have changed
 * @returns a function that removes the listener
 */
export function onStorageChangedElsewhere(listener: (key: string | null) => void): () => void {
  return callAll(
    listen(window, 'storage', ({ key }: StorageEvent) => listener(key)),
    // A page that the browser restores after Back has missed the storage events of other pages.
    listen(window, 'pageshow', ({ persisted }: PageTransitionEvent) => persisted && listener(null)),
  )
}

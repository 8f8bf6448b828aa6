/** Creates a storage that never throws. When the browser blocks its storage, values last until the page is left. */
function createStorage(area: () => Storage) {
  const memory = new Map<string, string>()
  return {
    get(key: string): string | null {
      try {
        return area().getItem(key)
      } catch {
        return memory.get(key) ?? null
      }
    },
    set(key: string, value: string): void {
      try {
        area().setItem(key, value)
      } catch {
        memory.set(key, value)
      }
    },
    remove(key: string): void {
      memory.delete(key)
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

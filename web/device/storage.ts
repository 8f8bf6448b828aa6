/** Replaces a blocked storage until the page is left. */
const memory = new Map<string, string>()

/** Local storage that never throws, because browsers can block it. */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return memory.get(key) ?? null
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value)
    } catch {
      memory.set(key, value)
    }
  },
  remove(key: string): void {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // A blocked storage has nothing to remove.
    }
  },
}

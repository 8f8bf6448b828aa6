/** What lasts while storage is blocked: as long as the page. */
const memory = new Map<string, string>()

/** Local storage that never throws: a browser can refuse it altogether. */
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
      // Then it is not there either.
    }
  },
}

import { LRUCache } from 'lru-cache'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Returns a read that gives its last result while the database is unavailable.
 * @param max the number of keys whose results are kept
 */
export function keepLastKnown<T extends object>(read: (key: string) => Promise<T>, max: number) {
  const known = new LRUCache<string, T>({ max })
  return async (key: string): Promise<T> => {
    try {
      const result = await read(key)
      known.set(key, result)
      return result
    } catch (error) {
      const last = error instanceof DatabaseUnavailable ? known.get(key) : undefined
      if (!last) throw error
      return last
    }
  }
}

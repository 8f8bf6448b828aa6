import { LRUCache } from 'lru-cache'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * Returns a read that gives its last result while the database is unavailable. The result null is not kept, so requests
 * for what does not exist push out nothing.
 * @param read is also given its last result for the same request
 * @param limits the number of results that are kept, or their size
 */
export function keepLastKnown<Request, Result extends object | null>(
  read: (request: Request, last: NonNullable<Result> | undefined) => Promise<Result>,
  limits: LRUCache.Options<string, NonNullable<Result>, unknown>,
) {
  const known = new LRUCache(limits)
  return async (request: Request): Promise<Result> => {
    const key = JSON.stringify([request])
    const last = known.get(key)
    try {
      const result = await read(request, last)
      known.set(key, result ?? undefined)
      return result
    } catch (error) {
      if (!last || !(error instanceof DatabaseUnavailable)) throw error
      return last
    }
  }
}

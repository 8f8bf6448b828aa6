import { LRUCache } from 'lru-cache'
import { DatabaseUnavailableError } from './unavailable.ts'

/**
 * Wraps a read of the database. While the database is unavailable, the wrapped read returns the last result for the
 * same request. The result null takes no place in the cache, so requests for missing rows do not displace other
 * results.
 * @param read receives the request, and the last result for the same request if there is one
 * @param limits the limits of the cache: the number of results, or their size
 */
export function withLastKnownFallback<Request, Result extends object | null>(
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
      if (!last || !(error instanceof DatabaseUnavailableError)) throw error
      return last
    }
  }
}

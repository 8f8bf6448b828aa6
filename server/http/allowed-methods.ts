import type { FastifyInstance } from 'fastify'
import { hasPathParameters, readPathParameters } from '#contract/page-path.ts'
import { PAGES_ROUTE } from './pages.ts'

/** Returns the methods of a path; none for an unknown path. */
export type ListAllowedMethods = (path: string) => string[]

/**
 * Collects the routes that are registered after this call. The returned function may be slow, because only requests
 * without a route need it.
 * @param isPage returns whether the pages' own route answers a path
 */
export function createAllowedMethodsFinder(
  app: FastifyInstance,
  isPage: (path: string) => boolean,
): ListAllowedMethods {
  const methodsByUrl = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url !== PAGES_ROUTE) methodsByUrl.set(url, [methodsByUrl.get(url) ?? [], method].flat())
  })
  return (path) => {
    if (isPage(path)) return ['GET', 'HEAD']
    const patterns = [...methodsByUrl.keys()].filter(hasPathParameters)
    const url = methodsByUrl.has(path) ? path : patterns.find((pattern) => readPathParameters(pattern, path) !== null)
    return [...new Set(methodsByUrl.get(url ?? ''))].sort()
  }
}

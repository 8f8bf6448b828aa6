import type { FastifyInstance } from 'fastify'
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
  const routes: { url: string; method: string | string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url !== PAGES_ROUTE) routes.push({ url, method })
  })
  let findMethods: ListAllowedMethods | undefined
  return (path) => {
    // Built when first used: the server registers hundreds of routes at its start, and most are never requested with
    // another method.
    findMethods ??= allowedMethodsOf(routes)
    return isPage(path) ? ['GET', 'HEAD'] : findMethods(path)
  }
}

function allowedMethodsOf(routes: readonly { url: string; method: string | string[] }[]): ListAllowedMethods {
  const exact = new Map<string, Set<string>>()
  const patterns: { pattern: RegExp; methods: Set<string> }[] = []
  for (const { url, method } of routes) {
    let methods = exact.get(url)
    if (!methods) {
      methods = new Set()
      exact.set(url, methods)
      if (url.includes('/:')) patterns.push({ pattern: patternOf(url), methods })
    }
    for (const name of [method].flat()) methods.add(name)
  }
  return (path) => {
    const methods = exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.methods
    return [...(methods ?? [])].sort()
  }
}

function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/\W/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}$`)
}

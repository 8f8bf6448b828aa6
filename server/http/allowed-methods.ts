import type { FastifyInstance } from 'fastify'

/** Returns the methods of a path; none for an unknown path. */
export type AllowedMethods = (path: string) => string[]

/** Collects the routes that are registered from here on. Used only for unknown requests, so it may be slow. */
export function watchAllowedMethods(app: FastifyInstance): AllowedMethods {
  const routes: { url: string; method: string | string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => void routes.push({ url, method }))
  let findMethods: AllowedMethods | undefined
  return (path) => {
    // Built at the first use: a start registers hundreds of routes, and most are never requested with another method.
    findMethods ??= allowedMethodsOf(routes)
    return findMethods(path)
  }
}

function allowedMethodsOf(routes: readonly { url: string; method: string | string[] }[]): AllowedMethods {
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

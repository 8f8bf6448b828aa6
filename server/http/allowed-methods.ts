import type { FastifyInstance } from 'fastify'

/** Takes a path and gives the methods that it answers, none when there is nothing there. */
export type AllowedMethods = (path: string) => string[]

/** Watches the routes being registered from here on. Asked only for requests that no route took, so it may be slow. */
export function watchAllowedMethods(app: FastifyInstance): AllowedMethods {
  const routes: { url: string; method: string | string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => void routes.push({ url, method }))
  let known: AllowedMethods | undefined
  return (path) => {
    // Not before it is asked: a start has hundreds of routes, and few of them are ever asked for by another method.
    known ??= allowedMethodsOf(routes)
    return known(path)
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

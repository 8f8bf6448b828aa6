import type { FastifyInstance } from 'fastify'
import { addScope } from '../http/add-scope.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import type { Feature } from './define-feature.ts'

/** Adds the routes of features to a scope. @param binder creates the `bind` function of a scope */
export function mountFeatureRoutes(
  scope: FastifyInstance,
  features: readonly Feature[],
  binder: (scope: FastifyInstance) => BindEndpoint,
): void {
  const bind = binder(scope)
  for (const { routes } of features)
    routes?.({
      scope,
      bind,
      addScope: (name, add) =>
        addScope(scope, name, async (own) => {
          own.removeAllContentTypeParsers()
          own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
          add({ scope: own, bind: binder(own) })
        }),
    })
}

import type { FastifyInstance } from 'fastify'
import type { createOrderingFeature } from '../features/ordering/feature.ts'

/** Returns the context that the functions for orders and payments need, from a running app. */
export function getOrderContextOfApp({ features }: FastifyInstance) {
  const feature = features.find(({ name }) => name === 'ordering') as
    | ReturnType<typeof createOrderingFeature>
    | undefined
  if (!feature) throw new Error('Ordering is off.')
  return feature.context
}

import type { FastifyInstance } from 'fastify'

/**
 * Adds a scope with a name. For a scope without a name, Fastify searches all modules of the process for a name, which
 * takes time.
 */
export function addScope(
  parent: FastifyInstance,
  name: string,
  register: (scope: FastifyInstance) => Promise<void>,
): void {
  parent.register(Object.assign(register, { [Symbol.for('fastify.display-name')]: name }))
}

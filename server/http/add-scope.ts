import type { FastifyInstance } from 'fastify'

/**
 * Adds a scope with a name. Without a name, Fastify would search all modules of the process for one, which takes time.
 */
export function addScope(
  parent: FastifyInstance,
  name: string,
  register: (scope: FastifyInstance) => Promise<void>,
): void {
  parent.register(Object.assign(register, { [Symbol.for('fastify.display-name')]: name }))
}

import type { FastifyInstance } from 'fastify'

/** The name saves time: without it, Fastify searches all modules of the process for one. */
export function addScope(
  parent: FastifyInstance,
  name: string,
  register: (scope: FastifyInstance) => Promise<void>,
): void {
  parent.register(Object.assign(register, { [Symbol.for('fastify.display-name')]: name }))
}

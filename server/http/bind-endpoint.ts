import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { Refusal } from './failures.ts'

/**
 * Answers a call of the contract: the handler gets what the schemas parsed, and what it returns leaves through the schema
 * of its status. It refuses by throwing a Refusal with a declared code; anything else it throws is an internal error.
 */
export function bindEndpoint<E extends Endpoint, const R extends ReplyOf<E>>(
  scope: FastifyInstance,
  endpoint: E,
  handler: (input: InputOf<E>) => R | Promise<R>,
): void {
  const { method, path: url, access, replies } = endpoint
  if (access !== 'anyone') throw new Error(`${method} ${url} asks for a ${access}, and nothing here can tell one yet.`)

  scope.route({
    method,
    url,
    handler: async (request, reply) => {
      const input = {
        params: parsed('path', endpoint.params, request.params),
        query: parsed('query', endpoint.query, request.query),
        body: parsed('body', endpoint.body, request.body),
      }
      const { status, body } = await call(endpoint, () => handler(input as InputOf<E>))
      const schema = replies[status]
      if (!schema) throw new Error(`${method} ${url} answered ${status}, which its contract does not declare.`)
      reply.code(status).header('cache-control', 'no-store')
      return schema.parse(body)
    },
  })
}

function parsed(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const complaints = result.error.issues.map(({ path, message }) => `${[part, ...path].join('.')}: ${message}.`)
  throw new Refusal('bad_request', complaints.join(' '))
}

async function call<R>(endpoint: Endpoint, handle: () => R | Promise<R>): Promise<R> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Refusal) || endpoint.errors.includes(error.code)) throw error
    const { method, path } = endpoint
    throw new Error(`${method} ${path} refused with ${error.code}, which its contract does not declare.`, {
      cause: error,
    })
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { type Actor, type Authenticate, actorOf, bearerToken, mayCall, rememberActor } from './actor.ts'
import { type Client, clientOf } from './client.ts'
import { acceptedEncodings } from './encoding.ts'
import { namesTag } from './entity-tags.ts'
import { Refusal } from './failures.ts'
import { PreparedBody } from './prepared-body.ts'
import { DamagedRow } from './present-rows.ts'
import { limitsOf } from './rate-limits.ts'

/** The usual largest body: no call but an upload needs more. */
const BODY_BYTES_MAX = 64 * 1024

/** What a handler is given beside what was sent: who calls, and from where. */
export interface Call<E extends Endpoint> {
  /** Always there when the endpoint asks for somebody; for `anyone`, whoever has a good token. */
  actor: E['access'] extends 'anyone' ? Actor | null : Actor
  client: Client
}

/** What a handler gives back: a reply of the contract, whose body may have been prepared. */
export type Answer<E extends Endpoint> = (
  | ReplyOf<E>
  | { status: keyof E['replies'] & number; body: PreparedBody; headers?: Readonly<Record<string, string>> }
) & {
  /** Rows that were left out of a body which cannot name them itself. */
  damaged?: readonly DamagedRow[] | undefined
}

/** Answers a call of the contract with a handler. */
export type Bind = <E extends Endpoint, const R extends Answer<E>>(
  endpoint: E,
  handler: (input: InputOf<E> & Call<E>) => R | Promise<R>,
) => void

/**
 * Makes the function that binds calls of the contract on a scope. A handler gets what the schemas parsed, after limits
 * and access have been checked, and what it returns leaves through the schema of its status. It refuses by throwing a
 * Refusal with a declared code; anything else it throws is an internal error. Where the contract declares 304, an answer
 * with an `etag` that the client has already becomes one.
 * @param report told once of each damaged row that an answer leaves out
 */
export function endpointBinder(
  scope: FastifyInstance,
  authenticate: Authenticate,
  report: (error: unknown, request: FastifyRequest) => void = () => {},
): Bind {
  const reported = new Set<string>()
  const reportDamaged = (rows: unknown, request: FastifyRequest) => {
    for (const row of Array.isArray(rows) ? rows : []) {
      if (!(row instanceof DamagedRow) || reported.has(row.message)) continue
      reported.add(row.message)
      report(row, request)
    }
  }
  return (endpoint, handler) => {
    const { method, path: url, access, replies } = endpoint
    const refusesStale = endpoint.errors.includes('unauthenticated')
    const limits = limitsOf(scope, endpoint)

    scope.route({
      // One route for both: by itself Fastify would make a second one for HEAD, with all that a route costs the start.
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      bodyLimit: endpoint.bodyLimit ?? BODY_BYTES_MAX,
      config: { plainErrors: endpoint.plainErrors === true },
      // Before the body is read: nobody needs what somebody sends who may not.
      onRequest: async (request) => {
        await limits.byAddress(request)
        const actor = await findActor(request, authenticate)
        const needsActor = access !== 'anyone' || (refusesStale && request.headers.authorization !== undefined)
        rememberActor(request, actor)
        if (needsActor && !actor) throw new Refusal('unauthenticated')
        if (actor && !mayCall(access, actor.roles)) throw new Refusal('forbidden')
      },
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const input = {
          params: parsed('path', endpoint.params, request.params),
          query: parsed('query', endpoint.query, request.query),
          body: parsed('body', endpoint.body, request.body),
          actor,
          client: clientOf(request),
        }
        await limits.byAccount(request, actor)
        // The schemas and the access check have made it what the type says.
        const { body, headers = {}, ...answer } = await call(endpoint, () => handler(input as never))
        reportDamaged(answer.damaged ?? (body as { damaged?: unknown } | undefined)?.damaged, request)
        const status: number = answer.status
        const schema = replies[status]
        if (!schema) throw new Error(`${method} ${url} answered ${status}, which its contract does not declare.`)
        reply.header('cache-control', 'no-store').headers(headers)
        const condition = request.headers['if-none-match']
        if (replies[304] && headers.etag && condition && namesTag(condition, headers.etag))
          return reply.code(304).send()
        if (!(body instanceof PreparedBody)) return reply.code(status).send(schema.parse(body))
        const [encoding = 'identity'] = acceptedEncodings(request.headers['accept-encoding'])
        if (encoding !== 'identity') reply.header('content-encoding', encoding)
        return reply.code(status).type('application/json; charset=utf-8').send(body.in(encoding))
      },
    })
  }
}

async function findActor(request: FastifyRequest, authenticate: Authenticate): Promise<Actor | null> {
  const token = bearerToken(request.headers.authorization)
  return token === null ? null : authenticate(token)
}

function parsed(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const complaints = result.error.issues.map(({ path, message }) => `${[part, ...path].join('.')}: ${message}.`)
  throw new Refusal('bad_request', complaints.join(' '))
}

/** What every call can be refused with, declared or not. */
const anywhere: readonly string[] = ['unauthenticated', 'forbidden', 'too_many_requests', 'bad_request']

async function call<R>(endpoint: Endpoint, handle: () => R | Promise<R>): Promise<R> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Refusal) || endpoint.errors.includes(error.code) || anywhere.includes(error.code))
      throw error
    const { method, path } = endpoint
    throw new Error(`${method} ${path} refused with ${error.code}, which its contract does not declare.`, {
      cause: error,
    })
  }
}

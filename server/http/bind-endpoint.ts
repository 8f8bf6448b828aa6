import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Endpoint, HandlerInput, HandlerReply } from '#contract/endpoint.ts'
import { type Actor, type CallerChecks, findActor, getRequestActor, mayCall, setRequestActor } from './actor.ts'
import { type ClientDetails, readClientDetails } from './client.ts'
import { parseAcceptedEncodings } from './encoding.ts'
import { matchesEntityTag } from './entity-tags.ts'
import { Refusal } from './failures.ts'
import { PreparedBody } from './prepared-body.ts'
import { DamagedRowError } from './present-rows.ts'
import { createEndpointRateLimits } from './rate-limits.ts'

/** The largest body unless the endpoint declares `bodyLimit`; only uploads need more. */
const BODY_BYTES_MAX = 64 * 1024

export interface CallerContext<E extends Endpoint> {
  /** The caller. Null only without a valid token, and only when the access is `anyone`. */
  actor: E['access'] extends 'anyone' ? Actor | null : Actor
  client: ClientDetails
  /** Counts the call for the limits with `isCountedByHandler`. @throws {Refusal} too_many_requests */
  countCall: () => Promise<void>
}

/** A reply of the contract; its body may be a `PreparedBody`. */
type FullReply<E extends Endpoint> = (
  | HandlerReply<E>
  | { status: keyof E['replies'] & number; body: PreparedBody; headers?: Readonly<Record<string, string>> }
) & {
  /** The damaged rows that were left out, when the body has no field that lists them. */
  damaged?: readonly DamagedRowError[] | undefined
}

/** The statuses of the replies except 304, which has no body. */
type Status<E extends Endpoint> = Exclude<keyof E['replies'] & number, 304>
type IsSingle<S, All = S> = S extends unknown ? ([All] extends [S] ? true : false) : never
/** The result of a function that returns nothing. */
type Nothing = ReturnType<() => void>
type BodyOf<S extends z.ZodType> = S extends z.ZodUndefined ? Nothing : z.input<S>
/** The body of the only reply of a call. */
type OnlyBody<E extends Endpoint> = IsSingle<Status<E>> extends true ? BodyOf<E['replies'][Status<E>]> : never

/** The result of a handler: a reply, or the body alone when the contract declares one reply. */
export type HandlerResult<E extends Endpoint> = FullReply<E> | OnlyBody<E>

export type BindEndpoint = <E extends Endpoint, const R extends HandlerResult<E>>(
  endpoint: E,
  handler: (input: HandlerInput<E> & CallerContext<E>) => R | Promise<R>,
) => void

/**
 * Returns a function that adds the route of an endpoint to a scope. A handler gets the parsed input after limits and
 * access have been checked. It returns a reply, or the body alone when the contract declares one reply; the body passes
 * the schema of its status. A handler refuses a call by throwing a Refusal with a declared code; any other error is
 * internal. When the contract declares 304 and the client already has the `etag` of the reply, the reply is 304. A call
 * of admins that declares `protection_required` is refused until its caller proves again to be the owner of the
 * account.
 * @param report called once for each damaged row that an answer leaves out
 */
export function createEndpointBinder(
  scope: FastifyInstance,
  { authenticate, requireAdminProof }: CallerChecks,
  report: (error: unknown, request: FastifyRequest) => void = () => {},
): BindEndpoint {
  const reported = new Set<string>()
  const reportDamaged = (rows: unknown, request: FastifyRequest) => {
    for (const row of Array.isArray(rows) ? rows : []) {
      if (!(row instanceof DamagedRowError) || reported.has(row.message)) continue
      reported.add(row.message)
      report(row, request)
    }
  }
  return (endpoint, handler) => {
    const { method, path: url, access, replies, errors = [] } = endpoint
    const needsProof = access === 'admin' && errors.includes('protection_required')
    const refusesStale = errors.includes('unauthenticated')
    const limits = createEndpointRateLimits(scope, endpoint)
    const [onlyStatus = 0] = Object.keys(replies).map(Number)

    scope.route({
      // One route for GET and HEAD: Fastify's own HEAD route would slow the start.
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      bodyLimit: endpoint.bodyLimit ?? BODY_BYTES_MAX,
      config: { plainErrors: endpoint.plainErrors === true },
      // Checks access before the body is read, so a refused caller costs little.
      onRequest: async (request) => {
        await limits.byAddress(request)
        const actor = await findActor(request, authenticate)
        const needsActor = access !== 'anyone' || (refusesStale && request.headers.authorization !== undefined)
        setRequestActor(request, actor)
        if (needsActor && !actor) throw new Refusal('unauthenticated')
        if (actor && !mayCall(access, actor.roles)) throw new Refusal('forbidden')
      },
      handler: async (request, reply) => {
        const actor = getRequestActor(request)
        if (needsProof && actor) await requireAdminProof(actor)
        const input = {
          params: parsed('path', endpoint.params, request.params),
          query: parsed('query', endpoint.query, request.query),
          body: parsed('body', endpoint.body, request.body),
          actor,
          client: readClientDetails(request, reply),
          countCall: () => limits.byHandler(request),
        }
        await limits.byAccount(request)
        // The schemas and the access check guarantee the type.
        const answer = await call(endpoint, () => handler(input as never))
        const { status, body, headers = {}, damaged } = toReply(answer, onlyStatus)
        reportDamaged(damaged ?? (body as { damaged?: unknown } | undefined)?.damaged, request)
        const schema = replies[status]
        if (!schema) throw new Error(`${method} ${url} answered ${status}, which its contract does not declare.`)
        reply.header('cache-control', 'no-store').headers(headers)
        const condition = request.headers['if-none-match']
        if (replies[304] && headers.etag && condition && matchesEntityTag(condition, headers.etag))
          return reply.code(304).send()
        if (!(body instanceof PreparedBody)) return reply.code(status).send(schema.parse(body))
        const [encoding = 'identity'] = parseAcceptedEncodings(request.headers['accept-encoding'])
        if (encoding !== 'identity') reply.header('content-encoding', encoding)
        return reply.code(status).type('application/json; charset=utf-8').send(body.in(encoding))
      },
    })
  }
}

/** Returns the reply of a handler, which may return the body alone. No body has both `status` and `body` (tested). */
const toReply = (answer: unknown, onlyStatus: number): FullReply<Endpoint> =>
  typeof answer === 'object' && answer !== null && 'status' in answer && 'body' in answer
    ? (answer as FullReply<Endpoint>)
    : { status: onlyStatus, body: answer }

function parsed(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${[part, ...path].join('.')}: ${message}.`)
  throw new Refusal('bad_request', problems.join(' '))
}

/** The codes with which every endpoint can refuse a call, even when it does not declare them. */
const universalCodes: readonly string[] = ['unauthenticated', 'forbidden', 'too_many_requests', 'bad_request']

async function call<R>(endpoint: Endpoint, handle: () => R | Promise<R>): Promise<R> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Refusal) || endpoint.errors?.includes(error.code) || universalCodes.includes(error.code))
      throw error
    const { method, path } = endpoint
    throw new Error(`${method} ${path} refused with ${error.code}, which its contract does not declare.`, {
      cause: error,
    })
  }
}

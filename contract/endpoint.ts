import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * The lowest access level with which a caller may use an endpoint, from `anyone` up to `admin`. Callers with a higher
 * level may use the endpoint, too.
 */
export type AccessLevel = 'anyone' | 'guest' | 'reader' | 'partner' | 'admin'

/**
 * An API call, declared once for the server and the browser. Fields that are not declared are neither read nor sent.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The full path, with parameters as `:name`. */
  path: `/${string}`
  access: AccessLevel
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The schema of the reply for each status. The server removes fields that the schema does not declare. */
  replies: Readonly<Record<number, z.ZodType>>
  /**
   * The error codes that this call in particular can answer. Codes that every call can answer (bad_request, internal …)
   * are not listed. A call with access `anyone` that lists `unauthenticated` refuses an expired token, so that the
   * browser refreshes the token. In other calls with access `anyone`, a caller with an expired token is a visitor.
   */
  errors?: readonly ErrorCode[]
  /** Sends failures as plain text (S7.05, S7.06); the header `x-error-code` then carries the code. */
  plainErrors?: true
  /** The rate limits of the call. A call above a limit is answered with 429 and Retry-After. */
  limits?: readonly RateLimit[]
  /** The largest body in bytes; the default is 64 KiB. */
  bodyLimit?: number
}

/**
 * The number of calls allowed in a time window. `per` says which calls are counted together: those from the same IP
 * address, those with the same email address in the body, those with the same IP address and email address, or those of
 * the same account. `address of a guest` counts only the calls of guests, by IP address. An IPv6 address counts as its
 * /64 network; a /48 network may make four times as many calls.
 */
export interface RateLimit {
  per: 'address' | 'email' | 'address and email' | 'account' | 'address of a guest'
  max: number
  windowMs: number
  /**
   * Whether the handler counts the call, after its checks. Calls that these checks refuse, such as a signup with a weak
   * password, then do not use up the limit.
   */
  isCountedByHandler?: true
}

/** The input of a server handler: the parsed parts of the request, or undefined for parts that are not declared. */
export interface HandlerInput<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
}

/** The result of a server handler: a declared status with its body, and optional headers. */
export type HandlerReply<E extends Endpoint> = {
  [S in keyof E['replies'] & number]: {
    status: S
    body: z.input<E['replies'][S]>
    headers?: Readonly<Record<string, string>>
  }
}[keyof E['replies'] & number]

/**
 * The parts of a request that the endpoint declares: `params`, `query` and `body`. `Bytes` stands for a binary body.
 */
export type EndpointRequest<E extends Endpoint, Bytes> = Sent<E, 'params', Bytes> &
  Sent<E, 'query', Bytes> &
  Sent<E, 'body', Bytes>

/** A part of a request as the caller passes it. When all fields of the part are optional, the part is optional. */
type Sent<E extends Endpoint, Part extends string, Bytes> =
  E extends Record<Part, infer S extends z.ZodType>
    ? Record<never, never> extends z.input<S>
      ? { [P in Part]?: z.input<S> }
      : { [P in Part]: z.input<S> extends Uint8Array ? Bytes : z.input<S> }
    : unknown

/** The body that the browser sends: `RequestBody<typeof signup>`. */
export type RequestBody<E extends Endpoint> =
  E extends Record<'body', infer S extends z.ZodType> ? z.input<S> : undefined

/** The reply to a successful call: `SuccessReplyBody<typeof listSessions>`. */
export type SuccessReplyBody<
  E extends Endpoint,
  S extends keyof E['replies'] = (200 | 201 | 202 | 204) & keyof E['replies'],
> = z.output<E['replies'][S] & z.ZodType>

type Parsed<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined

/** Returns a declaration with its exact type, so that both sides are checked against it. */
export function defineEndpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

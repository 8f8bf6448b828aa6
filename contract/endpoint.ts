import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may make a call; each one may also do what those before it may. */
export type Access = 'anyone' | 'guest' | 'reader' | 'partner' | 'admin'

/** One call, declared once for both sides. What is not declared is neither read nor answered. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The whole path, parameters as `:name`. */
  path: `/${string}`
  access: Access
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The schema of the answer, by status; fields it does not name never leave the server. */
  replies: Readonly<Record<number, z.ZodType>>
  /**
   * The codes its own rules answer with; what every call can answer (bad_request, internal …) needs no naming. A call for
   * anyone that names `unauthenticated` refuses a token that is no good any more, so that the browser gets another one;
   * any other takes its caller for nobody.
   */
  errors: readonly ErrorCode[]
  /** Failures are answered in plain text (S7.05, S7.06); the header `x-error-code` then carries the code. */
  plainErrors?: true
  /** How often it may be made; beyond that it is answered with 429 and Retry-After. */
  limits?: readonly RateLimit[]
  /** The largest body in bytes, where it is not the usual 64 KiB. */
  bodyLimit?: number
}

/**
 * So many calls in a window, counted apart for each address, e-mail address in the body, pair of both, account, or address where a guest calls. An address
 * of IPv6 is a network of 64 bits, and the network of 48 bits around it is allowed four times as many.
 */
export interface RateLimit {
  per: 'address' | 'email' | 'address and email' | 'account' | 'address of a guest'
  max: number
  windowMs: number
}

/** What the server's half of a call is given: parsed, or undefined where nothing is declared. */
export interface InputOf<E extends Endpoint> {
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
}

/** What it gives back: one of the declared statuses with its body, and perhaps headers. */
export type ReplyOf<E extends Endpoint> = {
  [S in keyof E['replies'] & number]: {
    status: S
    body: z.input<E['replies'][S]>
    headers?: Readonly<Record<string, string>>
  }
}[keyof E['replies'] & number]

/** What the browser's half sends: `params`, `query` and `body`, each where it is declared, and `Bytes` for a body of bytes. */
export type RequestOf<E extends Endpoint, Bytes> = Sent<E, 'params', Bytes> &
  Sent<E, 'query', Bytes> &
  Sent<E, 'body', Bytes>

/** A part whose every field is optional may be left out. */
type Sent<E extends Endpoint, Part extends string, Bytes> =
  E extends Record<Part, infer S extends z.ZodType>
    ? Record<never, never> extends z.input<S>
      ? { [P in Part]?: z.input<S> }
      : { [P in Part]: z.input<S> extends Uint8Array ? Bytes : z.input<S> }
    : unknown

/** What the browser's half sends as a body: `Body<typeof signup>`. */
export type Body<E extends Endpoint> = E extends Record<'body', infer S extends z.ZodType> ? z.input<S> : undefined

/** What a call is answered when it succeeds: `Reply<typeof listSessions>`. */
export type Reply<
  E extends Endpoint,
  S extends keyof E['replies'] = (200 | 201 | 202 | 204) & keyof E['replies'],
> = z.output<E['replies'][S] & z.ZodType>

type Parsed<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined

/** Takes a declaration and gives it back with its exact type, so that both sides are checked against it. */
export function defineEndpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

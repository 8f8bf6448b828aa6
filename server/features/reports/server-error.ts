import type { FastifyRequest } from 'fastify'
import { SEND_DEFAULT_PII } from '#contract/report-rates.ts'
import { actorOf } from '../../http/actor.ts'
import { type Envelope, eventEnvelope } from './envelope.ts'

/** The context of an error; never the data that was sent. */
export interface ErrorContext {
  /** The work of the server, such as `GET /api/desk/errors/:id`. */
  operation: string
  user?: { id: string; name: string; email: string } | null
}

/** Returns the context of a call: its pattern, and the caller unless their browser asks not to be tracked. */
export function errorContextOf(request: FastifyRequest): ErrorContext {
  const { method, routeOptions, headers } = request
  const operation = `${method} ${routeOptions.url ?? 'an unknown address'}`
  const actor = actorOf(request)
  if (!actor || !SEND_DEFAULT_PII || headers.dnt === '1' || headers['sec-gpc'] === '1') return { operation }
  return { operation, user: { id: actor.userId, name: actor.name, email: actor.email } }
}

/** The number of errors in a chain: the thrown one and its causes. */
const CAUSES_MAX = 6

/** Returns an error of this server in the form of a reporter, so that it is handled like those of browsers. */
export function envelopeOf(error: unknown, release: string, { operation, user }: ErrorContext): Envelope {
  return eventEnvelope({
    platform: 'node',
    level: 'error',
    release,
    transaction: operation,
    exception: { values: chainOf(error).map(exceptionOf).reverse() },
    ...(user && { user: { id: user.id, username: user.name, email: user.email } }),
  })
}

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let next: unknown = error; next !== undefined && next !== null; next = (next as { cause?: unknown }).cause) {
    if (chain.length === CAUSES_MAX || chain.includes(next)) break
    chain.push(next)
  }
  return chain.length === 0 ? [error] : chain
}

function exceptionOf(error: unknown) {
  if (!(error instanceof Error)) return { type: 'Thrown', value: textOf(error) }
  return {
    type: error.constructor.name || error.name,
    value: error.message,
    stacktrace: { frames: framesOf(error.stack ?? '').reverse() },
  }
}

/** Returns a thrown value as text; an object without a prototype cannot be converted. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown).slice(0, 1_000)
  } catch {
    return Object.prototype.toString.call(thrown)
  }
}

const FRAMES_MAX = 50
/** A message may have longer lines that look like places; the pattern takes quadratic time. */
const FRAME_LENGTH_MAX = 1_000
const framePlace = /^ {4}at (?:async )?(?:(.+?) \()?((?:file:\/\/|node:|\/|[A-Z]:\\).*?):(\d+):(\d+)\)?$/g

/** Parses a stack of V8, innermost place first. */
function framesOf(stack: string) {
  const lines = stack.split('\n').filter((line) => line.startsWith('    at ') && line.length <= FRAME_LENGTH_MAX)
  const places = lines.slice(0, FRAMES_MAX).flatMap((line) => [...line.matchAll(framePlace)])
  return places.map(([, name = '?', filename = '', line, column]) => ({
    filename,
    function: name,
    lineno: Number(line),
    colno: Number(column),
    in_app: !filename.startsWith('node:') && !filename.includes('node_modules'),
  }))
}

import type { IncomingMessage } from 'node:http'
import { Unavailable } from '../errors.ts'
import { traceContextOf } from '../trace-context.ts'
import { type Answer, refusals } from './answers.ts'
import { toClientRequest } from './client-request.ts'
import type { AuthenticatedClient, HttpHub } from './http-hub.ts'

/**
 * Authenticates a request. Returns the answer that refuses the request when there is a reason. Rejects with errors of
 * the application.
 */
export async function authenticate(hub: HttpHub, request: IncomingMessage): Promise<AuthenticatedClient | Answer> {
  const client = toClientRequest(hub, request)
  const identity = await hub.authenticate(client).catch((error) => {
    if (error instanceof Unavailable) return undefined
    throw error
  })
  if (identity === undefined) return refusals.unavailable
  return identity ? { identity, address: client.address, trace: traceContextOf(client.headers) } : refusals.unknownUser
}

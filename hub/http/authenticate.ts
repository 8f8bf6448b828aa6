import type { IncomingMessage } from 'node:http'
import { Unavailable } from '../errors.ts'
import { requireString } from '../require-string.ts'
import { readTraceContext } from '../trace-context.ts'
import { type Answer, refusalAnswers } from './answers.ts'
import { ReceivedRequest } from './client-request.ts'
import type { AuthenticatedClient, HttpEndpoint, Identity } from './http-endpoint.ts'

/**
 * Authenticates a request. Returns the client, or the answer with which the request is refused. Rejects with errors of
 * the application, and when the id of the user is not a string.
 */
export async function authenticate(hub: HttpEndpoint, request: IncomingMessage): Promise<AuthenticatedClient | Answer> {
  const address = hub.address(request.headers, request.socket.remoteAddress ?? '')
  const received = new ReceivedRequest(request, address)
  let identity: Identity | null
  try {
    identity = await hub.authenticate(received)
  } catch (error) {
    if (error instanceof Unavailable) return refusalAnswers.unavailable
    throw error
  }
  if (!identity) return refusalAnswers.unknownUser
  if (identity.userId !== undefined) requireString('The user id that authenticate returns', identity.userId)
  return { identity, address, request: received, trace: readTraceContext(received.headers) }
}

import type { IncomingMessage } from 'node:http'
import { Unavailable } from '../errors.ts'
import { type Answer, refusals } from './answers.ts'
import { clientRequest } from './client-request.ts'
import type { HttpHub, Identity } from './http-hub.ts'

/**
 * Finds out whose request it is. Returns what stands against it instead. Rejects when code of the application does.
 */
export async function authenticate(
  hub: HttpHub,
  request: IncomingMessage,
): Promise<{ identity: Identity; address: string } | Answer> {
  const client = clientRequest(hub, request)
  const identity = await hub.authenticate(client).catch((error) => {
    if (error instanceof Unavailable) return undefined
    throw error
  })
  if (identity === undefined) return refusals.unavailable
  return identity ? { identity, address: client.address } : refusals.unknownUser
}

import type { IncomingMessage } from 'node:http'
import { type Refusal, refusals } from './answers.ts'
import { clientRequest } from './client-request.ts'
import type { HttpHub, Identity } from './connections.ts'

/** Finds out whose request it is. Returns what stands against it instead. */
export async function authenticate(
  hub: HttpHub,
  request: IncomingMessage,
): Promise<{ identity: Identity; address: string } | Refusal> {
  try {
    const client = clientRequest(hub, request)
    const identity = await hub.authenticate(client)
    return identity ? { identity, address: client.address } : refusals.unknownUser
  } catch (error) {
    hub.report(error)
    return refusals.failed
  }
}

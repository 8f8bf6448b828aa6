import { HandshakeFailed } from '../errors.ts'
import { readHandshake } from '../protocols/handshake.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { TransportName } from '../transports/transport.ts'

/** The maximum size of a handshake, which is one short line. */
const HANDSHAKE_BYTES = 4096

/** The protocol of an accepted handshake, and the bytes of the client that follow the handshake. */
export interface AcceptedHandshake {
  protocol: Protocol
  /** Version 2 is version 1 with acknowledgements, for stateful connections. */
  version: 1 | 2
  rest: Buffer
}

/**
 * Accepts the handshake in the first bytes of a client. Returns null while the handshake is incomplete.
 * @throws {HandshakeFailed} with the error text of ASP.NET Core
 */
export function acceptHandshake(
  bytes: Buffer,
  protocols: ReadonlyMap<string, Protocol>,
  { transportName, stateful }: { transportName: TransportName | null; stateful: boolean },
): AcceptedHandshake | null {
  const handshake = readHandshake(bytes)
  if (!handshake) {
    if (bytes.length < HANDSHAKE_BYTES) return null
    throw new HandshakeFailed('The first message is not a handshake request.')
  }
  const { protocol: name, version } = handshake.request
  const protocol = protocols.get(name)
  if (!protocol) throw new HandshakeFailed(`The protocol '${name}' is not supported.`)
  if (version !== 1 && !(version === 2 && stateful)) {
    throw new HandshakeFailed(`The server does not support version ${version} of the '${name}' protocol.`)
  }
  if (transportName === 'ServerSentEvents' && protocol.format === 'binary') {
    throw new HandshakeFailed(
      `Cannot use the '${name}' protocol on the current transport. The transport does not support 'Binary' transfer format.`,
    )
  }
  return { protocol, version, rest: handshake.rest }
}

import { HandshakeFailed } from '../errors.ts'
import { readHandshake } from '../protocols/handshake.ts'
import { jsonProtocol } from '../protocols/json.ts'
import { messagePackProtocol } from '../protocols/messagepack.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { TransportName } from '../transports/transport.ts'

/** A handshake is a line; whoever sends more before its end wants something else. */
const HANDSHAKE_BYTES = 4096

const protocols: ReadonlyMap<string, Protocol> = new Map(
  [jsonProtocol, messagePackProtocol].map((protocol) => [protocol.name, protocol]),
)

/** What the handshake settled, and the bytes of the client that came behind it. */
export interface Agreement {
  protocol: Protocol
  /** 2 is 1 with acknowledgements, for a stateful connection. */
  version: 1 | 2
  rest: Buffer
}

/**
 * Finds the protocol that the handshake in the first bytes of a client asks for, null while its end has not come.
 * @throws {HandshakeFailed} in the words of ASP.NET Core
 */
export function agreeOnProtocol(
  bytes: Buffer,
  { transport, stateful }: { transport: TransportName | null; stateful: boolean },
): Agreement | null {
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
  if (transport === 'ServerSentEvents' && protocol.format === 'binary') {
    throw new HandshakeFailed(
      `Cannot use the '${name}' protocol on the current transport. The transport does not support 'Binary' transfer format.`,
    )
  }
  return { protocol, version, rest: handshake.rest }
}

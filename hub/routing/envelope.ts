import { decode, encode } from '@msgpack/msgpack'
import type { Target } from './local-connections.ts'

/** A message between the processes of one application. `from` is the id of the sending process. */
export type Envelope =
  | { kind: 'message'; from: string; target: Target; method: string; args: unknown[]; except: string[] }
  | { kind: 'request'; from: string; id: number; connectionId: string; request: Request }
  | { kind: 'reply'; id: number; error: string | null; result: unknown }

/** A request to the process that hosts a connection. */
export type Request =
  | { do: 'invoke'; method: string; args: unknown[]; timeoutMs: number }
  | { do: 'join'; group: string }
  | { do: 'leave'; group: string }

/** Returns the topic that carries a target's messages, without the prefix of the hub. */
export function topicOf(target: Target): string {
  return target.to === 'all' ? 'all' : `${target.to}:${target.name}`
}

/** @throws {Error} when an argument cannot be written as MessagePack */
export function encodeEnvelope(envelope: Envelope): Uint8Array {
  return encode(envelope)
}

/** Decodes an envelope without checks, because only processes of the same application write envelopes. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  return decode(bytes) as Envelope
}

import { decode, encode } from '@msgpack/msgpack'
import type { Target } from './members.ts'

/** What the processes of one application say to each other. `from`: the process that says it. */
export type Envelope =
  | { kind: 'message'; from: string; target: Target; method: string; args: unknown[]; except: string[] }
  | { kind: 'request'; from: string; id: number; connectionId: string; request: Request }
  | { kind: 'reply'; id: number; error: string | null; result: unknown }

/** What only the process that hosts a connection can do. */
export type Request =
  | { do: 'invoke'; method: string; args: unknown[]; timeoutMs: number }
  | { do: 'join'; group: string }
  | { do: 'leave'; group: string }

/** Where a target's messages are published, for one hub. */
export function topicOf(target: Target): string {
  return target.to === 'all' ? 'all' : `${target.to}:${target.name}`
}

/** @throws {Error} when an argument cannot be written as MessagePack */
export function pack(envelope: Envelope): Uint8Array {
  return encode(envelope)
}

/** The other end of `pack`; what is read was written by a process of this application. */
export function unpack(bytes: Uint8Array): Envelope {
  return decode(bytes) as Envelope
}

import { decode, encode } from '@msgpack/msgpack'
import type { ListedClient } from '../context.ts'
import type { ClientResultFailure } from '../errors.ts'
import type { GlobalRecipients } from './local-connections.ts'

/** A message between the processes of one application. `from` is the id of the sending process. */
export type Envelope =
  | { kind: 'message'; from: string; target: GlobalRecipients; method: string; args: unknown[]; except: string[] }
  | {
      kind: 'disconnect'
      from: string
      target: GlobalRecipients
      except: string[]
      allowReconnect: boolean
      reason: string | null
    }
  | { kind: 'request'; from: string; id: number; connectionId: string; request: ConnectionCommand }
  /** Confirms that the process has the connection named in a request. The reply may follow much later. */
  | { kind: 'accepted'; from: string; id: number }
  | { kind: 'reply'; from: string; id: number; error: string | null; reason?: ClientResultFailure; result: unknown }
  | { kind: 'list'; from: string; id: number; targets: readonly GlobalRecipients[]; except: string[] }
  | { kind: 'listed'; from: string; id: number; clients: ListedClient[] }
  /** Announces the sender to the other processes. Each of them answers with a `hello` whose `isAnswer` is true. */
  | { kind: 'hello'; from: string; isAnswer: boolean }
  | { kind: 'goodbye'; from: string }

/** A request to the process that hosts a connection. */
export type ConnectionCommand =
  | { do: 'invoke'; method: string; args: unknown[]; timeoutMs: number }
  | { do: 'join'; group: string }
  | { do: 'leave'; group: string }

/**
 * Returns the topic that carries a target's messages, without the prefix of the hub. A message to several groups goes
 * to all processes, so that a client in several of these groups gets the message once.
 */
export function toBackplaneTopic(target: GlobalRecipients): string {
  return target.to === 'all' || target.to === 'groups' ? 'all' : `${target.to}:${target.name}`
}

/**
 * Keeps big integers, which the application may send to clients with its hooks for JSON. Omits keys with undefined
 * values, as both protocols do.
 */
const options = { useBigInt64: true, ignoreUndefined: true }

/** @throws {Error} when an argument cannot be written as MessagePack */
export function encodeEnvelope(envelope: Envelope): Uint8Array {
  return encode(envelope, options)
}

/** Returns a copy of a value as another process gets it. @throws {Error} when MessagePack cannot encode the value */
export function copyThroughMessagePack(value: unknown): unknown {
  return decode(encode(value, options), options)
}

/** Decodes an envelope without checks, because only processes of the same application write envelopes. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  return decode(bytes, options) as Envelope
}

import type { EncodedMessage } from './encoded-message.ts'
import type { HubMessage } from './messages.ts'
import type { PendingBytes } from './pending-bytes.ts'

/** A wire format of hub messages. Does no I/O. */
export interface Protocol {
  readonly name: 'json' | 'messagepack'
  readonly format: 'text' | 'binary'
  /**
   * Encodes a message. An argument or item that is undefined becomes null. A Completion whose result is undefined is
   * written without a result.
   * @throws {TypeError | RangeError | Error} when a value cannot be encoded in this format
   */
  encode(message: HubMessage): EncodedMessage
  /**
   * Yields the messages that `chunk` completes. A chunk may begin and end inside a message. Skips messages of unknown
   * types.
   * @param pending the bytes before `chunk`; gets the rest, for the next chunk
   * @param limit the largest message in bytes
   * @throws {MalformedMessage | MessageTooLarge} after yielding the messages before the invalid one
   */
  read(chunk: Buffer, pending: PendingBytes, limit: number): Iterable<HubMessage>
}

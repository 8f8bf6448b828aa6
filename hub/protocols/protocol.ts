import type { EncodedMessage } from './encoded-message.ts'
import type { HubMessage } from './messages.ts'

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
  /** Creates a reader for one connection. `messageBytes` is the largest message that it accepts. */
  createReader(messageBytes: number): MessageReader
}

/** Reads messages from bytes that may be split anywhere. */
export interface MessageReader {
  /**
   * Yields the messages that `chunk` completes, and buffers the rest for the next chunk. Skips messages of unknown
   * types.
   * @throws {MalformedMessage | MessageTooLarge} after yielding the messages before the invalid one
   */
  read(chunk: Buffer): Iterable<HubMessage>
}

import type { EncodedMessage } from './encoded-message.ts'
import type { HubMessage } from './messages.ts'

/** A wire format of hub messages. It does no I/O. */
export interface Protocol {
  readonly name: 'json' | 'messagepack'
  readonly format: 'text' | 'binary'
  /**
   * Writes one message. `undefined` as an argument, item or stream item becomes null; a Completion whose result is
   * undefined is a void one.
   * @throws {TypeError | RangeError | Error} when a value cannot be written in this format
   */
  encode(message: HubMessage): EncodedMessage
  /** A reader for the bytes of one connection. `messageBytes`: the largest message it accepts. */
  createReader(messageBytes: number): MessageReader
}

/** Finds messages in bytes that may be split anywhere. */
export interface MessageReader {
  /**
   * Yields the messages that `chunk` completes, one at a time, and keeps the rest for the next chunk. Messages of a type
   * this version does not know are skipped.
   * @throws {MalformedMessage | MessageTooLarge} after the messages before the bad one were yielded
   */
  read(chunk: Buffer): Iterable<HubMessage>
}

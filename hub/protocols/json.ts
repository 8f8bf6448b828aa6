import { isUtf8 } from 'node:buffer'
import { MalformedMessage } from '../errors.ts'
import { EncodedMessage } from './encoded-message.ts'
import { checkMessage, type MessageFields } from './message-shapes.ts'
import type { HubMessage, Invocation, StreamInvocation } from './messages.ts'
import type { MessageReader, Protocol } from './protocol.ts'
import { TextFrames, textFrame } from './text-frames.ts'

/** The JSON encoding of the SignalR hub protocol: objects that end with a record separator. */
export const jsonProtocol: Protocol = {
  name: 'json',
  format: 'text',
  encode: (message) => new EncodedMessage(textFrame(write(message)), 'text'),
  createReader: (messageBytes) => new JsonReader(messageBytes),
}

class JsonReader implements MessageReader {
  readonly #frames: TextFrames

  constructor(messageBytes: number) {
    this.#frames = new TextFrames(messageBytes)
  }

  *read(chunk: Buffer): Generator<HubMessage, void> {
    for (const frame of this.#frames.read(chunk)) {
      const message = checkMessage(parse(frame))
      if (message) yield message
    }
  }
}

function parse(frame: Buffer): MessageFields {
  if (!isUtf8(frame)) throw new MalformedMessage('A message is not UTF-8.')
  const value = parseJson(frame.toString())
  if (typeof value !== 'object' || value === null) throw new MalformedMessage('A message is not an object.')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MalformedMessage('A message is not JSON.', { cause: error })
  }
}

/** Writes a message with its keys in the order of the .NET server. */
function write(message: HubMessage): string {
  switch (message.type) {
    case 1:
    case 4:
      return `{"type":${message.type}${writeId(message.invocationId)}${writeCall(message)}}`
    case 2:
      return `{"type":2${writeId(message.invocationId)},"item":${writeValue(message.item)}}`
    case 3:
      if (message.error !== undefined) {
        return `{"type":3${writeId(message.invocationId)},"error":${JSON.stringify(message.error)}}`
      }
      if (message.result === undefined) return `{"type":3${writeId(message.invocationId)}}`
      return `{"type":3${writeId(message.invocationId)},"result":${writeValue(message.result)}}`
    case 5:
      return `{"type":5${writeId(message.invocationId)}}`
    case 6:
      return '{"type":6}'
    case 7:
      return JSON.stringify({ type: 7, error: message.error, allowReconnect: message.allowReconnect || undefined })
    case 8:
    case 9:
      return `{"type":${message.type},"sequenceId":${message.sequenceId}}`
  }
}

function writeId(id: string | undefined): string {
  return id === undefined ? '' : `,"invocationId":${JSON.stringify(id)}`
}

function writeCall({ target, arguments: given, streamIds }: Invocation | StreamInvocation): string {
  const streams = streamIds === undefined ? '' : `,"streamIds":${JSON.stringify(streamIds)}`
  return `,"target":${JSON.stringify(target)},"arguments":${JSON.stringify(given)}${streams}`
}

/**
 * Writes a value. A value that JSON lacks (undefined, a function) becomes null: `JSON.stringify` would leave out its property,
 * and the client drops the connection when the property is missing.
 */
function writeValue(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

import { isUtf8 } from 'node:buffer'
import { MalformedMessage } from '../errors.ts'
import { EncodedMessage } from './encoded-message.ts'
import { createJsonWriter, type JsonHooks } from './json-values.ts'
import { parseMessageFields, type UncheckedMessageFields } from './message-shapes.ts'
import type { HubMessage, Invocation, StreamInvocation } from './messages.ts'
import type { Protocol } from './protocol.ts'
import { encodeTextFrame, splitTextFrames } from './text-frames.ts'

/** Creates the JSON encoding of the SignalR hub protocol: objects that end with a record separator. */
export function createJsonProtocol(hooks: JsonHooks = {}): Protocol {
  const writeJson = createJsonWriter(hooks)
  return {
    name: 'json',
    format: 'text',
    encode: (message) => new EncodedMessage(encodeTextFrame(write(message, writeJson)), 'text'),
    *read(chunk, pending, limit) {
      for (const frame of splitTextFrames(chunk, pending, limit)) {
        const message = parseMessageFields(parse(frame, hooks.reviver))
        if (message) yield message
      }
    },
  }
}

/** The JSON encoding without hooks of an application. */
export const jsonProtocol = createJsonProtocol()

function parse(frame: Buffer, reviver: JsonHooks['reviver']): UncheckedMessageFields {
  if (!isUtf8(frame)) throw new MalformedMessage('A message is not UTF-8.')
  const value = parseJson(frame.toString(), reviver)
  if (typeof value !== 'object' || value === null) throw new MalformedMessage('A message is not an object.')
  return value
}

function parseJson(text: string, reviver: JsonHooks['reviver']): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch (error) {
    throw new MalformedMessage('A message is not JSON.', { cause: error })
  }
}

type JsonWriter = ReturnType<typeof createJsonWriter>

/**
 * Writes a message with its keys in the order of the .NET server. A value that JSON lacks (undefined, a function)
 * becomes null, because the client drops the connection when the property is missing.
 */
function write(message: HubMessage, writeJson: JsonWriter): string {
  switch (message.type) {
    case 1:
    case 4:
      return `{"type":${message.type}${writeId(message.invocationId)}${writeCall(message, writeJson)}}`
    case 2:
      return `{"type":2${writeId(message.invocationId)},"item":${writeJson(message.item) ?? 'null'}}`
    case 3:
      if (message.error !== undefined) {
        return `{"type":3${writeId(message.invocationId)},"error":${JSON.stringify(message.error)}}`
      }
      if (message.result === undefined) return `{"type":3${writeId(message.invocationId)}}`
      return `{"type":3${writeId(message.invocationId)},"result":${writeJson(message.result) ?? 'null'}}`
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

function writeCall(
  { target, arguments: given, streamIds }: Invocation | StreamInvocation,
  writeJson: JsonWriter,
): string {
  const streams = streamIds === undefined ? '' : `,"streamIds":${JSON.stringify(streamIds)}`
  return `,"target":${JSON.stringify(target)},"arguments":${writeJson(given)}${streams}`
}

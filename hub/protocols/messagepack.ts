import { Decoder, Encoder } from '@msgpack/msgpack'
import { MalformedMessage } from '../errors.ts'
import { encodeBinaryFrame, splitBinaryFrames } from './binary-frames.ts'
import { EncodedMessage } from './encoded-message.ts'
import { parseMessageFields, type UncheckedMessageFields } from './message-shapes.ts'
import { checkMessagePackLengths } from './messagepack-bounds.ts'
import type { Completion, HubMessage, Invocation, StreamInvocation } from './messages.ts'
import type { Protocol } from './protocol.ts'

/** The MessagePack encoding of the SignalR hub protocol: arrays with a length prefix. */
export const messagePackProtocol: Protocol = {
  name: 'messagepack',
  format: 'binary',
  // Copies the bytes into a frame, because the encoder reuses its buffer for the next message.
  encode: (message) => new EncodedMessage(encodeBinaryFrame(encoder.encodeSharedRef(write(message))), 'binary'),
  *read(chunk, pending, limit) {
    for (const frame of splitBinaryFrames(chunk, pending, limit)) {
      const message = parseMessageFields(fieldsOf(decode(frame)))
      if (message) yield message
    }
  },
}

/**
 * The encoder and the decoder below reset themselves for each message, even after an error. The encoder omits keys with
 * undefined values, as JSON does.
 */
const encoder = new Encoder({ ignoreUndefined: true })
const decoder = new Decoder()

/** The values of ResultKind, the field of a Completion that says whether it has an error, no result or a result. */
const resultKind = { error: 1, nothing: 2, value: 3 } as const

/** The server sends every message without headers. */
const noHeaders = {}

function decode(frame: Buffer): unknown[] {
  checkMessagePackLengths(frame)
  const value = decodeValue(frame)
  if (!Array.isArray(value)) throw new MalformedMessage('A message is not an array.')
  return value
}

function decodeValue(frame: Buffer): unknown {
  try {
    // Decoded binary arguments are views of the input. The input is a plain Uint8Array, so that these arguments are not
    // Buffers.
    return decoder.decode(new Uint8Array(frame.buffer, frame.byteOffset, frame.length))
  } catch (error) {
    throw new MalformedMessage('A message is not MessagePack.', { cause: error })
  }
}

function fieldsOf(parts: unknown[]): UncheckedMessageFields {
  const type = parts[0]
  switch (type) {
    case 1:
    case 4:
      return {
        type,
        headers: parts[1],
        invocationId: parts[2] ?? undefined,
        target: parts[3],
        arguments: parts[4],
        streamIds: parts[5],
      }
    case 2:
      return { type, invocationId: parts[2], item: parts[3] }
    case 3:
      return { type, invocationId: parts[2], ...outcomeOf(parts) }
    case 7:
      if (parts.length < 2) throw new MalformedMessage('A close says nothing of an error.')
      return { type, error: parts[1] ?? undefined, allowReconnect: parts[2] }
    case 8:
    case 9:
      return { type, sequenceId: parts[1] }
    default:
      return { type, invocationId: parts[2] }
  }
}

function outcomeOf(parts: unknown[]): UncheckedMessageFields {
  const [, , , kind, value] = parts
  if (kind === resultKind.nothing) return {}
  if (value === undefined) throw new MalformedMessage('A completion lacks its result.')
  if (kind === resultKind.error) return { error: value }
  if (kind === resultKind.value) return { result: value }
  throw new MalformedMessage('A completion is of a kind that there is not.')
}

function write(message: HubMessage): unknown[] {
  switch (message.type) {
    case 1:
    case 4:
      return writeCall(message)
    case 2:
      return [2, noHeaders, message.invocationId, message.item]
    case 3:
      return writeCompletion(message)
    case 5:
      return [5, noHeaders, message.invocationId]
    case 6:
      return [6]
    case 7:
      return message.allowReconnect ? [7, message.error ?? null, true] : [7, message.error ?? null]
    case 8:
    case 9:
      return [message.type, message.sequenceId]
  }
}

function writeCall(message: Invocation | StreamInvocation): unknown[] {
  const parts = [message.type, noHeaders, message.invocationId ?? null, message.target, message.arguments]
  return message.streamIds === undefined ? parts : [...parts, message.streamIds]
}

function writeCompletion({ invocationId, error, result }: Completion): unknown[] {
  if (error !== undefined) return [3, noHeaders, invocationId, resultKind.error, error]
  if (result === undefined) return [3, noHeaders, invocationId, resultKind.nothing]
  return [3, noHeaders, invocationId, resultKind.value, result]
}

import { HandshakeFailed } from '../errors.ts'
import { EncodedMessage } from './encoded-message.ts'
import { encodeTextFrame, recordSeparator } from './text-frames.ts'

/** The first message of a client: the format and the version of the protocol that it requests. */
export interface HandshakeRequest {
  protocol: string
  version: number
}

const accepted = new EncodedMessage(encodeTextFrame('{}'), 'text')

/**
 * Reads the first message of a connection. This message is JSON with a record separator, even when the later messages
 * have another format (SignalR hub protocol, "Overview"). The caller limits the size.
 * @returns the request and the bytes after it, or null while the request is incomplete
 * @throws {HandshakeFailed} when the message is not a handshake request
 */
export function readHandshake(bytes: Buffer): { request: HandshakeRequest; rest: Buffer } | null {
  const end = bytes.indexOf(recordSeparator)
  if (end < 0) return null
  const request = parse(bytes.toString('utf8', 0, end))
  if (!isRequest(request)) throw new HandshakeFailed('The first message is not a handshake request.')
  return { request: { protocol: request.protocol, version: request.version }, rest: bytes.subarray(end + 1) }
}

/** Encodes the answer to a handshake request: accepted, or the error. */
export function encodeHandshakeResponse(error?: string): EncodedMessage {
  return error === undefined ? accepted : new EncodedMessage(encodeTextFrame(JSON.stringify({ error })), 'text')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRequest(value: unknown): value is HandshakeRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'protocol' in value &&
    typeof value.protocol === 'string' &&
    'version' in value &&
    Number.isInteger(value.version)
  )
}

import type { EncodedMessage } from '../protocols/encoded-message.ts'

/**
 * Returns a message as one unmasked WebSocket frame (RFC 6455, section 5.2). Without compression the frame is the same for
 * every client, so it is built once and cached in the message.
 */
export function encodeWebSocketFrame(message: EncodedMessage): Buffer {
  message.webSocketFrame ??= buildFrame(message.bytes, message.format === 'text' ? 0x81 : 0x82)
  return message.webSocketFrame
}

function buildFrame(payload: Buffer, firstByte: number): Buffer {
  const { length } = payload
  const headBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headBytes + length)
  frame[0] = firstByte
  if (headBytes === 2) frame[1] = length
  else if (headBytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, headBytes)
  return frame
}

/**
 * One encoded hub message, for any number of connections. Transports cache their framed bytes here, so that a broadcast is
 * also framed once.
 */
export class EncodedMessage {
  /** The message with its delimiter (0x1E) or length prefix. */
  readonly bytes: Buffer
  readonly format: 'text' | 'binary'
  /** Set by the WebSocket transport. */
  webSocketFrame: Buffer | undefined
  /** Set by the server-sent events transport. */
  serverSentEvent: Buffer | undefined

  constructor(bytes: Buffer, format: 'text' | 'binary') {
    this.bytes = bytes
    this.format = format
    this.webSocketFrame = undefined
    this.serverSentEvent = undefined
  }
}

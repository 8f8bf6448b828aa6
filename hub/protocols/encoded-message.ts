/**
 * One hub message as bytes, made once and sent to any number of connections. The transports that frame it leave their
 * framed bytes here, so that a broadcast is framed once, too.
 */
export class EncodedMessage {
  /** The whole message with its own delimiter (0x1E) or length prefix. */
  readonly bytes: Buffer
  readonly format: 'text' | 'binary'
  /** Filled by the WebSocket transport. */
  webSocketFrame: Buffer | undefined
  /** Filled by the server-sent events transport. */
  serverSentEvent: Buffer | undefined

  constructor(bytes: Buffer, format: 'text' | 'binary') {
    this.bytes = bytes
    this.format = format
    this.webSocketFrame = undefined
    this.serverSentEvent = undefined
  }
}

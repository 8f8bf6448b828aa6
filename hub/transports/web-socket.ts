import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Server, WebSocket, WebSocketServer } from 'ws'
import { MalformedMessage, MessageTooLarge } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { readSentByteCount } from './read-sent-byte-count.ts'
import type { Transport, TransportOwner } from './transport.ts'
import { encodeWebSocketFrame } from './web-socket-frame.ts'

/** A WebSocket with a reference to its transport, so that all WebSockets share their listeners. */
class TransportWebSocket extends WebSocket {
  transport: WebSocketTransport | undefined

  /** Answers a close frame without a code with 1000, as ASP.NET Core does. By itself, the package ws sends no code. */
  override close(code = NORMAL_CLOSE, reason?: string | Buffer): void {
    super.close(code, reason)
  }
}

/** The largest limit that the package ws can store. For ws, 0 and any number above this limit mean no limit. */
const INT32_MAX = 2 ** 31 - 1

export type TransportWebSocketServer = Server<typeof TransportWebSocket>

/**
 * Creates the server that accepts upgrades. Compression is off, because it would need most of the memory of a
 * connection.
 */
export function createWebSocketServer({ frameBytes }: { frameBytes: number }): TransportWebSocketServer {
  const options = {
    noServer: true,
    WebSocket: TransportWebSocket,
    maxPayload: Math.min(Math.ceil(frameBytes), INT32_MAX),
    // `tick` enforces the close timeout. So the close timeout of ws is disabled by the longest possible time.
    closeTimeout: INT32_MAX,
    perMessageDeflate: false,
    clientTracking: false,
  }
  return new WebSocketServer(options)
}

/**
 * Carries bytes over one WebSocket. The package ws receives the bytes. This class sends the frames itself, because all
 * connections share the frame of a message.
 */
export class WebSocketTransport implements Transport {
  readonly name = 'WebSockets'
  readonly #webSocket: TransportWebSocket
  readonly #socket: Duplex
  readonly #owner: TransportOwner
  readonly #limits: Limits
  #drained: (() => void) | undefined
  #isEnding = false
  #closingSince: number | null = null

  private constructor(webSocket: TransportWebSocket, socket: Duplex, owner: TransportOwner, limits: Limits) {
    this.#webSocket = webSocket
    this.#socket = socket
    this.#owner = owner
    this.#limits = limits
    webSocket.transport = this
    webSocket.on('message', onMessage)
    webSocket.on('close', onClose)
    webSocket.on('error', onError)
  }

  /** Accepts an upgrade. Returns null for a malformed upgrade, which ws answers with 400. */
  static accept(
    webSockets: TransportWebSocketServer,
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    owner: TransportOwner,
    limits: Limits,
  ): WebSocketTransport | null {
    let transport: WebSocketTransport | null = null
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      transport = new WebSocketTransport(webSocket, socket, owner, limits)
    })
    return transport
  }

  get pendingBytes(): number {
    return this.#socket.writableLength
  }

  get sentBytes(): number {
    return readSentByteCount(this.#socket)
  }

  send(message: EncodedMessage): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return
    const socket = this.#socket
    const frame = encodeWebSocketFrame(message)
    // Without compression, ws writes each of its own frames (close, pong) to this socket at once and completely, in
    // `sendFrame` of its lib/sender.js. So this frame cannot interrupt another frame.
    if (socket.writableLength + frame.length <= this.#limits.highWaterBytes) socket.write(frame)
    else {
      this.#drained ??= () => this.#owner.drained()
      socket.write(frame, this.#drained)
    }
  }

  pause(): void {
    this.#webSocket.pause()
  }

  resume(): void {
    this.#webSocket.resume()
  }

  end(): void {
    this.#isEnding = true
    // A paused socket would not read the client's close frame.
    this.#webSocket.resume()
    this.#webSocket.close()
  }

  destroy(): void {
    this.#webSocket.terminate()
  }

  /** Destroys a closing WebSocket after the close timeout, whichever side began to close. */
  tick(now: number): void {
    if (this.#webSocket.readyState === WebSocket.OPEN) return
    this.#closingSince ??= now
    if (now - this.#closingSince >= this.#limits.closeTimeoutMs) this.destroy()
  }

  received(bytes: Buffer): void {
    if (!this.#isEnding) this.#owner.received(bytes)
  }

  /** Called when a frame is invalid or too large. The package ws then closes the WebSocket. */
  failed({ code, message }: Error & { code?: string }): void {
    const isTooLarge = code !== undefined && TOO_LARGE.includes(code)
    const { frameBytes } = this.#limits
    this.#owner.failed(this, isTooLarge ? new MessageTooLarge(frameBytes) : new MalformedMessage(message))
  }

  closed(code: number): void {
    this.#owner.closed(this, this.#isEnding || code !== NO_CLOSE_FRAME)
  }
}

/** RFC 6455, section 7.4.1: the purpose of the connection is fulfilled. */
const NORMAL_CLOSE = 1000

/** RFC 6455, section 7.1.5: the connection ended without a close frame. */
const NO_CLOSE_FRAME = 1006

/** The codes of ws for a message above `maxPayload`, and for a message whose length is no safe integer. */
const TOO_LARGE = ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH']

function onMessage(this: WebSocket, bytes: Buffer): void {
  if (this instanceof TransportWebSocket) this.transport?.received(bytes)
}

function onClose(this: WebSocket, code: number): void {
  if (this instanceof TransportWebSocket) this.transport?.closed(code)
}

function onError(this: WebSocket, error: Error & { code?: string }): void {
  if (this instanceof TransportWebSocket) this.transport?.failed(error)
}

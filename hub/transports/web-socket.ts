import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Server, WebSocket, WebSocketServer } from 'ws'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { socketSentBytes } from './socket-sent-bytes.ts'
import type { Transport, TransportOwner } from './transport.ts'
import { webSocketFrame } from './web-socket-frame.ts'

/** A WebSocket that knows what it is the transport of, so that all share their listeners. */
class TransportWebSocket extends WebSocket {
  transport: WebSocketTransport | undefined
}

export type WebSockets = Server<typeof TransportWebSocket>

/** What turns upgrades into WebSockets. Without compression, whose memory would be the greater part of a connection. */
export function webSocketServer({ frameBytes }: { frameBytes: number }): WebSockets {
  const options = {
    noServer: true,
    WebSocket: TransportWebSocket,
    maxPayload: frameBytes,
    // `tick` watches over the close. The longest time there is stands for never.
    closeTimeout: 2 ** 31 - 1,
    perMessageDeflate: false,
    clientTracking: false,
  }
  return new WebSocketServer(options)
}

/** Bytes over one WebSocket: received by ws, sent as frames that all connections share. */
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

  /** Answers an upgrade that is to be accepted. Returns null for an ill-formed one, which gets its 400 from ws. */
  static accept(
    webSockets: WebSockets,
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
    return socketSentBytes(this.#socket)
  }

  send(message: EncodedMessage): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return
    const socket = this.#socket
    const frame = webSocketFrame(message)
    // Without compression ws writes its own frames (close, pong) to this socket at once and whole, in `sendFrame` of its
    // lib/sender.js: this one falls between two of them, in the order of the calls.
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
    // What was paused has to be read on to find the client's own goodbye.
    this.#webSocket.resume()
    this.#webSocket.close(1000)
  }

  destroy(): void {
    this.#webSocket.terminate()
  }

  /** Whoever began the close, and for whatever reason: the other side has its time to agree. */
  tick(now: number): void {
    if (this.#webSocket.readyState === WebSocket.OPEN) return
    this.#closingSince ??= now
    if (now - this.#closingSince >= this.#limits.closeTimeoutMs) this.destroy()
  }

  received(bytes: Buffer): void {
    if (!this.#isEnding) this.#owner.received(bytes)
  }

  closed(code: number): void {
    this.#owner.closed(this, this.#isEnding || code !== NO_CLOSE_FRAME)
  }
}

/** RFC 6455, section 7.1.5: the connection ended without a close frame. */
const NO_CLOSE_FRAME = 1006

function onMessage(this: WebSocket, bytes: Buffer): void {
  if (this instanceof TransportWebSocket) this.transport?.received(bytes)
}

function onClose(this: WebSocket, code: number): void {
  if (this instanceof TransportWebSocket) this.transport?.closed(code)
}

/** The close that follows says it all. */
function onError(): void {}

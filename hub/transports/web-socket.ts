import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Server, WebSocket, WebSocketServer } from 'ws'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import type { Transport, TransportOwner } from './transport.ts'
import { webSocketFrame } from './web-socket-frame.ts'

/** A WebSocket that knows what it is the transport of, so that all share their listeners. */
class TransportWebSocket extends WebSocket {
  transport: WebSocketTransport | undefined
}

export type WebSockets = Server<typeof TransportWebSocket>

/** What turns upgrades into WebSockets. Without compression, whose memory would be the greater part of a connection. */
export function webSocketServer({
  frameBytes,
  closeTimeoutMs,
}: {
  frameBytes: number
  closeTimeoutMs: number
}): WebSockets {
  const options = {
    noServer: true,
    WebSocket: TransportWebSocket,
    maxPayload: frameBytes,
    closeTimeout: closeTimeoutMs,
    perMessageDeflate: false,
    clientTracking: false,
  }
  return new WebSocketServer(options)
}

/** Bytes over one WebSocket: received by ws, sent as frames that all connections share. */
export class WebSocketTransport implements Transport {
  readonly name = 'WebSockets'
  readonly #webSocket: TransportWebSocket
  readonly #socket: Socket
  readonly #owner: TransportOwner
  #isEnding = false
  #waitsForDrain = false

  private constructor(webSocket: TransportWebSocket, socket: Socket, owner: TransportOwner) {
    this.#webSocket = webSocket
    this.#socket = socket
    this.#owner = owner
    webSocket.transport = this
    webSocket.on('message', onMessage)
    webSocket.on('close', onClose)
    webSocket.on('error', onError)
  }

  /** Answers an upgrade that is to be accepted; an ill-formed one gets its 400 from ws. `attach` takes the transport. */
  static accept(
    webSockets: WebSockets,
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    owner: TransportOwner,
    attach: (transport: WebSocketTransport) => void,
  ): void {
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      attach(new WebSocketTransport(webSocket, socket as Socket, owner))
    })
  }

  get pending(): number {
    return this.#socket.writableLength
  }

  get taken(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength
  }

  send(message: EncodedMessage): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) return
    // ws writes its own frames to this socket at once and whole, so this one falls between two of them.
    if (this.#socket.write(webSocketFrame(message)) || this.#waitsForDrain) return
    this.#waitsForDrain = true
    this.#socket.once('drain', () => {
      this.#waitsForDrain = false
      this.#owner.drained()
    })
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

  /** ws watches over the close by itself. */
  tick(): void {}

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

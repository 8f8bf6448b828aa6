import { type HubMessage, JsonHubProtocol, MessageType, NullLogger } from '@microsoft/signalr'
import { MessageBuffer } from '@microsoft/signalr/dist/esm/MessageBuffer.js'
import { defineHub } from '../define-hub.ts'
import { ReceivedRequest } from '../http/client-request.ts'
import type { HttpConnection } from '../http/http-endpoint.ts'
import { HubEndpoint } from '../hub-endpoint.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import type { Transport } from '../transports/transport.ts'
import { createFakeClock } from './fake-clock.ts'

const never = Number.POSITIVE_INFINITY
const protocol = new JsonHubProtocol()
const request = new ReceivedRequest({ headers: {} }, '')

/** One WebSocket of the pair. It carries bytes only when the test calls `deliverUp` or `deliverDown`. */
class Line implements Transport {
  readonly name = 'WebSockets'
  readonly pendingBytes = 0
  readonly sentBytes = 0
  /** Bytes that have not reached the server. */
  up = Buffer.alloc(0)
  /** Frames that have not reached the client. */
  readonly down: string[] = []
  /** Whether the client, or the server, has noticed that the line is cut. */
  clientKnows = false
  serverKnows = false

  send({ bytes }: EncodedMessage): void {
    if (!this.serverKnows) this.down.push(bytes.toString())
  }
  pause(): void {}
  resume(): void {}
  end(): void {
    this.serverKnows = true
  }
  destroy(): void {
    this.serverKnows = true
  }
  tick(): void {}
}

/**
 * Both ends of a stateful connection: the connection of the server and the buffer of the official client. The lines
 * between them can be cut at any time after the first message of the client has reached the server. At the start, the
 * client has received the answer to the handshake, but does not count messages yet.
 */
export class StatefulPair {
  /** The arguments of the calls that have arrived at each end. */
  readonly arrived = { atServer: [] as number[], atClient: [] as number[] }
  readonly sent = { byServer: 0, byClient: 0 }
  /** The number of messages for which the client has got an Ack. */
  acknowledged = 0
  /** Events that must not occur. */
  readonly failures: unknown[] = []
  readonly #hub: HubEndpoint
  readonly #connection: HttpConnection
  #buffer: MessageBuffer | null = null
  #line = new Line()

  constructor() {
    const report = (error: unknown) => this.failures.push(error)
    const definition = defineHub({ onDisconnected: (_ctx, error) => report(error) }).methods({
      call: (_ctx, n: number) => void this.arrived.atServer.push(n),
    })
    const limits = { reconnectWindowMs: never, handshakeTimeoutMs: never, clientTimeoutMs: never }
    const options = { statefulReconnect: true, limits }
    this.#hub = new HubEndpoint('/hub', definition, options, { clock: createFakeClock(), backplane: null, report })
    const connection = this.#hub.open({ stateful: true, identity: {}, address: '' })
    if (typeof connection === 'string') throw new Error(connection)
    this.#connection = connection
    connection.attach(this.#line, request)
    connection.received(Buffer.from('{"protocol":"json","version":2}\x1e'))
    if (this.#line.down.splice(0).join() !== '{}\x1e') throw new Error('The handshake failed.')
  }

  /** Lets the client begin to count messages and send a ping, which is its first message. */
  async clientStarts(): Promise<void> {
    if (this.#buffer) return
    const wire = {
      send: async (data: string | ArrayBuffer) => {
        if (this.#line.clientKnows) throw new Error('There is no line.')
        this.#line.up = Buffer.concat([this.#line.up, Buffer.from(String(data))])
      },
      stop: async (error: unknown) => void this.failures.push(error),
    }
    // Each message fills the buffer, so `_send` resolves when the message is acknowledged.
    this.#buffer = new MessageBuffer(protocol, { ...wire, features: {}, ...unusedOfConnection }, 1)
    await wire.send(protocol.writeMessage({ type: MessageType.Ping }))
  }

  serverSends(): void {
    void this.#hub.context.clients.all.send('call', ++this.sent.byServer)
  }

  clientSends(): void {
    if (!this.#buffer) return
    const message: HubMessage = { type: MessageType.Invocation, target: 'call', arguments: [++this.sent.byClient] }
    void this.#buffer._send(message).then(() => this.acknowledged++)
  }

  /** Passes this number of bytes to the server. */
  deliverUp(bytes: number): void {
    const chunk = this.#line.up.subarray(0, bytes)
    this.#line.up = this.#line.up.subarray(bytes)
    if (!this.#line.serverKnows && chunk.length > 0) this.#connection.received(chunk)
  }

  /** Passes this number of frames to the client. */
  deliverDown(frames: number): void {
    for (const frame of this.#line.down.splice(0, frames)) {
      if (this.#line.clientKnows) return
      for (const message of protocol.parseMessages(frame, NullLogger.instance)) this.#takeAtClient(message)
    }
  }

  /** Cuts the server's end of the line. Bytes that have not reached the server are lost. */
  cutAtServer(): void {
    if (this.#line.serverKnows || !this.#connection.isResumable) return
    this.#line.serverKnows = true
    this.#connection.closed(this.#line, false)
  }

  /** Cuts the client's end of the line. Frames that have not reached the client are lost. */
  cutAtClient(): void {
    if (!this.#buffer || !this.#connection.isResumable) return
    this.#line.clientKnows = true
    this.#buffer._disconnected()
  }

  /** Reconnects the client, whether or not the server has noticed the cut. */
  async comeBack(): Promise<void> {
    if (!this.#buffer || !this.#connection.isResumable) return
    if (!this.#line.clientKnows) this.cutAtClient()
    this.#line = new Line()
    this.#connection.attach(this.#line, request)
    await this.#buffer._resend()
  }

  /**
   * Lets the server acknowledge messages. The client acknowledges a message one second after it has received the
   * message.
   */
  heartbeat(): void {
    this.#hub.heartbeat()
  }

  #takeAtClient(message: HubMessage): void {
    if (this.#buffer && !this.#buffer._shouldProcessMessage(message)) return
    if (message.type === MessageType.Invocation) this.arrived.atClient.push(message.arguments[0])
    else if (message.type === MessageType.Ack) this.#buffer?._ack(message)
    else if (message.type === MessageType.Sequence) this.#buffer?._resetSequence(message)
    else if (message.type !== MessageType.Ping) this.failures.push(message)
  }
}

/** Parts of a connection that the client's buffer does not use. */
const unusedOfConnection = { baseUrl: '', start: async () => {}, onreceive: null, onclose: null }

import { ReceivedRequest } from '../http/client-request.ts'
import type { HttpConnection, HttpEndpoint } from '../http/http-endpoint.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import type { HubMessage } from '../protocols/messages.ts'
import type { Transport } from '../transports/transport.ts'
import { encodeMessages } from './raw-client.ts'

/** The interval of the pings of a client. */
const PING_MS = 15_000
const request = new ReceivedRequest({ headers: {} }, '')
const ping = Buffer.from(encodeMessages({ type: 6 }))

/** A WebSocket in memory. Both ends are in this process, and bytes that one end sends arrive at once. */
class Line implements Transport {
  readonly name = 'WebSockets'
  pendingBytes = 0
  sentBytes = 0
  /** Whether the client reads. Bytes that it does not read wait in this line. */
  isRead = true
  readonly #client: SimulatedClient
  readonly #connection: HttpConnection
  #waiting: Buffer[] = []
  #isOver = false

  constructor(client: SimulatedClient, connection: HttpConnection) {
    this.#client = client
    this.#connection = connection
  }

  send({ bytes }: EncodedMessage): void {
    if (this.#isOver) return
    this.#waiting.push(bytes)
    this.pendingBytes += bytes.length
    this.flush()
  }

  /** Passes the waiting bytes to the client if the client reads. */
  flush(): void {
    if (!this.isRead || this.pendingBytes === 0) return
    const chunks = this.#waiting.splice(0)
    this.sentBytes += this.pendingBytes
    this.pendingBytes = 0
    for (const chunk of chunks) this.#client.read(this, chunk)
  }

  pause(): void {}
  resume(): void {}
  tick(): void {}

  end(): void {
    this.#close(true)
  }

  destroy(): void {
    this.#close(true)
  }

  /** Lets the server notice that the line is lost. */
  lose(): void {
    this.#close(false)
  }

  #close(graceful: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#waiting = []
    queueMicrotask(() => {
      this.#connection.closed(this, graceful)
      this.#client.lineClosed(this)
    })
  }
}

/** A WebSocket client of a hub in this process, without timers: it pings and acknowledges when `tick` is called. */
export class SimulatedClient {
  /** How many times the client has received each text. */
  readonly heard = new Map<string, number>()
  readonly #hub: HttpEndpoint
  readonly #connection: HttpConnection
  readonly #isStateful: boolean
  /** Called when the server has ended the connection. */
  readonly #onEnd: () => void
  #line: Line
  #pingedAt: number
  /**
   * The ids of calls that the server sends. `next` is the next id on this line. `received` and `acknowledged` are the
   * last ids that the client has received and acknowledged.
   */
  #next = 1
  #received = 0
  #acknowledged = 0

  /** Connects and joins a group. */
  constructor(hub: HttpEndpoint, group: string, { isStateful, onEnd }: { isStateful: boolean; onEnd: () => void }) {
    const connection = hub.open({ stateful: isStateful, identity: {}, address: '' })
    if (typeof connection === 'string') throw new Error(connection)
    this.#hub = hub
    this.#connection = connection
    this.#isStateful = isStateful
    this.#onEnd = onEnd
    this.#pingedAt = hub.clock.now()
    this.#line = this.#openLine()
    this.#write({ protocol: 'json', version: isStateful ? 2 : 1 })
    this.#write({ type: 1, target: 'join', arguments: [group] })
    connection.received(ping)
  }

  /** Pings and acknowledges when it is time. @param now the time of the hub's clock */
  tick(now: number): void {
    if (!this.#line.isRead) return
    if (now - this.#pingedAt >= PING_MS) {
      this.#pingedAt = now
      this.#connection.received(ping)
    }
    if (this.#isStateful && this.#received > this.#acknowledged) {
      this.#acknowledged = this.#received
      this.#write({ type: 8, sequenceId: this.#received })
    }
  }

  /** Stops reading and pinging until `wake` is called, as a laptop does while its lid is closed. */
  sleep(): void {
    this.#line.isRead = false
  }

  wake(): void {
    this.#line.isRead = true
    this.#line.flush()
  }

  /** Loses its line, like a phone without a network. @param isNoticed whether the server notices the loss at once */
  loseLine(isNoticed: boolean): void {
    this.sleep()
    if (isNoticed) this.#line.lose()
  }

  /** Opens a new line after the previous line was lost. Needs a stateful connection. */
  reconnect(): void {
    this.#line = this.#openLine()
    // The client has sent only one call, with the id 1, and the server has handled it. So the next id is 2.
    this.#write({ type: 9, sequenceId: 2 })
  }

  leave(): void {
    this.#write({ type: 7 })
  }

  /** Called with bytes that the hub has sent. */
  read(line: Line, bytes: Buffer): void {
    if (line !== this.#line) return
    for (const text of bytes.toString().split('\x1e')) {
      if (text === '' || text === '{"type":6}' || text === '{}') continue
      this.#handle(JSON.parse(text))
    }
  }

  /** Called when a line has closed. */
  lineClosed(line: Line): void {
    if (line === this.#line && !this.#hub.find(this.#connection.token)) this.#onEnd()
  }

  #handle(message: HubMessage): void {
    if (message.type === 9) this.#next = message.sequenceId
    if (message.type !== 1) return
    const id = this.#next++
    if (this.#isStateful && id <= this.#received) return
    this.#received = id
    const text = String(message.arguments[0])
    this.heard.set(text, (this.heard.get(text) ?? 0) + 1)
  }

  #openLine(): Line {
    const line = new Line(this, this.#connection)
    this.#connection.attach(line, request)
    return line
  }

  #write(message: Record<string, unknown>): void {
    this.#connection.received(Buffer.from(encodeMessages(message)))
  }
}

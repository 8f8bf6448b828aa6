import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { WebSocket } from 'ws'
import type { Random } from '../fuzz/random.ts'

/**
 * A period in which a client is a member of its group and receives the group's messages. Times are milliseconds of
 * Date.now().
 */
export interface MembershipPeriod {
  /** The index of the client's server in the list of servers. */
  host: number
  from: number
  to: number
  /** How many times the client received each message. */
  heard: Map<string, number>
}

/** The ways to connect. Only stateful clients keep their connection when their network changes. */
const kinds = [
  { transport: HttpTransportType.WebSockets, isStateful: true },
  { transport: HttpTransportType.WebSockets, isStateful: true },
  { transport: HttpTransportType.WebSockets, isStateful: false },
  { transport: HttpTransportType.ServerSentEvents, isStateful: false },
  { transport: HttpTransportType.LongPolling, isStateful: false },
] as const

/**
 * A client that behaves like a phone: it connects, stops reading for a while, changes the network, disconnects or
 * vanishes.
 */
export class RoamingClient {
  readonly stays: MembershipPeriod[] = []
  /** Why connections ended unexpectedly, one sentence for each. */
  readonly lost: string[] = []
  readonly #urls: readonly string[]
  #connection: HubConnection | null = null
  #stay: MembershipPeriod | null = null
  #socket: WebSocket | null = null
  #kind: (typeof kinds)[number] = kinds[0]
  #isBusy = false

  readonly #sleepMs: number

  /** @param urls the URLs of the hub, one for each server @param sleepMs the longest sleep in milliseconds */
  constructor(urls: readonly string[], sleepMs: number) {
    this.#urls = urls
    this.#sleepMs = sleepMs
  }

  /** Does one random action: connects, stops reading for a while, changes the network, disconnects or vanishes. */
  async act(random: Random): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      if (!this.#connection) return await this.#arrive(random)
      const isWebSocket = this.#socket !== null
      const what = random.below(10)
      if (what < 3 && isWebSocket) await this.#sleep(random.below(this.#sleepMs))
      else if (what < 7 && this.#kind.isStateful) this.#changeNetwork()
      else if (what < 9) await this.leave()
      else this.#vanish()
    } finally {
      this.#isBusy = false
    }
  }

  /** Closes the connection properly. The client may connect again later. */
  async leave(): Promise<void> {
    const connection = this.#end()
    await connection?.stop()
  }

  async #arrive(random: Random): Promise<void> {
    const host = random.below(this.#urls.length)
    const kind = random.pick(kinds)
    const keepSocket = (socket: WebSocket) => {
      this.#socket = socket
    }
    /** A WebSocket that gives itself to the client, so that the client can pause and end it. */
    class KeptWebSocket extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args)
        keepSocket(this)
      }
    }
    // The types of the client do not have this option.
    const options: object = { transport: kind.transport, WebSocket: KeptWebSocket }
    const builder = new HubConnectionBuilder().withUrl(this.#urls[host] ?? '', options).configureLogging(LogLevel.None)
    const connection = (kind.isStateful ? builder.withStatefulReconnect() : builder).build()
    const heard = new Map<string, number>()
    connection.on('heard', (text: string) => heard.set(text, (heard.get(text) ?? 0) + 1))
    connection.onclose((error) => {
      if (this.#connection !== connection) return
      const name = HttpTransportType[kind.transport] + (kind.isStateful ? ', stateful' : '')
      this.lost.push(`${name}, server ${host}, ${new Date().toISOString()}: ${error}`)
      this.#end()
    })
    this.#socket = null
    this.#kind = kind
    this.#connection = connection
    await connection.start()
    await connection.invoke('join', 'room')
    this.#stay = { host, from: Date.now(), to: Number.POSITIVE_INFINITY, heard }
    this.stays.push(this.#stay)
  }

  /** Reads nothing for a while, as a laptop does while its lid is closed. */
  async #sleep(ms: number): Promise<void> {
    const socket = this.#socket
    socket?.pause()
    await new Promise((resolve) => setTimeout(resolve, ms))
    socket?.resume()
  }

  /**
   * Changes from one network to another without a pause. Does nothing while the client connects, because Microsoft's
   * client tries only once to resume a stateful connection.
   */
  #changeNetwork(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.terminate()
  }

  /** Ends without a Close message, like a phone that loses its power. */
  #vanish(): void {
    const connection = this.#end()
    this.#socket?.terminate()
    void connection?.stop()
  }

  #end(): HubConnection | null {
    if (this.#stay) this.#stay.to = Date.now()
    const connection = this.#connection
    this.#stay = this.#connection = null
    return connection
  }
}

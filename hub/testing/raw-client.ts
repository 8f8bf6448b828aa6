import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'
import type { ConformanceServer } from './conformance-server.ts'

/** A hub message, parsed from JSON. */
export type RawMessage = Record<string, unknown>

/** The answer to a negotiate request. */
export interface NegotiateResponse {
  negotiateVersion: number
  connectionId: string
  connectionToken?: string
  useStatefulReconnect?: boolean
  availableTransports: { transport: string; transferFormats: string[] }[]
}

const separator = '\x1e'

/** Encodes hub messages as JSON with separators. */
export const encodeMessages = (...messages: RawMessage[]) =>
  messages.map((message) => JSON.stringify(message) + separator).join('')

/** Parses the hub messages in received text. */
export const parseJsonMessages = (text: string): RawMessage[] =>
  text
    .split(separator)
    .slice(0, -1)
    .map((message) => JSON.parse(message))

/** Sends a negotiate request as the official client does, and reads the answer. */
export async function negotiate({ url }: ConformanceServer, query = 'negotiateVersion=1'): Promise<NegotiateResponse> {
  const response = await fetch(`${url}/negotiate?${query}`, { method: 'POST' })
  if (!response.ok) throw new Error(`Negotiate was answered with ${response.status}.`)
  return response.json()
}

/** Negotiates. Returns the url of the new connection. */
export async function negotiateConnectionUrl(server: ConformanceServer, query?: string): Promise<string> {
  const { connectionId, connectionToken } = await negotiate(server, query)
  return `${server.url}?id=${connectionToken ?? connectionId}`
}

/** Requests an upgrade. Returns the status of the answer, 101 when the upgrade is accepted. */
export async function requestUpgradeStatus(url: string, headers: OutgoingHttpHeaders = {}): Promise<number> {
  const webSocket = new WebSocket(url.replace('http', 'ws'), { headers })
  const status = await new Promise<number>((resolve, reject) => {
    webSocket.once('open', () => resolve(101))
    webSocket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
    webSocket.once('error', reject)
  })
  webSocket.on('error', () => {})
  webSocket.terminate()
  return status
}

/** A WebSocket with hub messages in JSON that sends nothing by itself. */
export class RawClient {
  /** All received messages, except the answer that accepts the handshake. */
  readonly received: RawMessage[] = []
  readonly webSocket: WebSocket
  #wake = () => {}
  #settling = 0
  #settled = 0

  private constructor(webSocket: WebSocket) {
    this.webSocket = webSocket
    webSocket.on('message', (data) => {
      const messages = parseJsonMessages(String(data))
      const others = messages.filter(({ invocationId }) => !String(invocationId).startsWith('settled'))
      this.#settled += messages.length - others.length
      this.received.push(...others)
      this.#wake()
    })
    webSocket.on('close', () => this.#wake())
    webSocket.on('error', () => {})
  }

  /**
   * Opens a WebSocket without a handshake. `url` is the url of a connection or of the hub. Rejects with the status of a
   * refusal.
   */
  static async open(url: string): Promise<RawClient> {
    const client = new RawClient(new WebSocket(url.replace('http', 'ws')))
    await once(client.webSocket, 'open')
    return client
  }

  /** Opens a WebSocket and completes the handshake. */
  static async connect(url: string, { version = 1 } = {}): Promise<RawClient> {
    const client = await RawClient.open(url)
    client.send({ protocol: 'json', version })
    const [answer] = await client.atLeast(1)
    if (JSON.stringify(answer) !== '{}') throw new Error(`The handshake was refused: ${JSON.stringify(answer)}`)
    client.received.shift()
    return client
  }

  /** Sends messages in one frame. */
  send(...messages: RawMessage[]): void {
    this.webSocket.send(encodeMessages(...messages))
  }

  /** Resolves with all messages when there are at least `count`. @throws {Error} when the connection ends earlier */
  async atLeast(count: number): Promise<RawMessage[]> {
    while (this.received.length < count) {
      await this.#change()
    }
    return this.received
  }

  /**
   * Resolves when the server has handled all messages so far. Makes a further call and waits for the answer to it.
   */
  async settled(): Promise<void> {
    const invocationId = `settled ${++this.#settling}`
    this.send({ type: 1, invocationId, target: 'echo', arguments: [null] })
    while (this.#settled < this.#settling) await this.#change()
  }

  /**
   * Resolves when the server has received all messages so far, and its earlier messages have arrived at this client.
   */
  async delivered(): Promise<void> {
    this.webSocket.ping()
    await once(this.webSocket, 'pong')
  }

  /** Resolves with all messages when the WebSocket has closed. */
  async ended(): Promise<RawMessage[]> {
    while (this.webSocket.readyState !== WebSocket.CLOSED) {
      await this.#change()
    }
    return this.received
  }

  #change(): Promise<void> {
    if (this.webSocket.readyState === WebSocket.CLOSED) throw new Error('The connection is over.')
    return new Promise((wake) => {
      this.#wake = wake
    })
  }
}

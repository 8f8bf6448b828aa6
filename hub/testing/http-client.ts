import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Begins a request on a new socket. Call `end` on the returned request to end its body. */
export function beginRequest(port: number, path: string, { method = 'GET', headers = {} }: Asked = {}): ClientRequest {
  const started = request({ port, host: '127.0.0.1', path, method, headers, agent: false })
  started.on('error', () => {})
  onTestFinished(() => {
    started.destroy()
  })
  return started
}

/** Resolves with the complete answer to a request. Rejects when there is no complete answer. */
export async function awaitReply(started: ClientRequest): Promise<Reply> {
  const response = await awaitResponse(started)
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}

/** Resolves with the answer to a request when its headers have arrived. */
export function awaitResponse(started: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    started.on('response', resolve)
    started.on('close', () => reject(new Error('There was no answer.')))
  })
}

/** Sends a request. Resolves with the complete answer. */
export function sendHttpRequest(port: number, path: string, asked: Asked = {}): Promise<Reply> {
  const length = asked.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(asked.body)) }
  const started = beginRequest(port, path, { ...asked, headers: { ...length, ...asked.headers } })
  const reply = awaitReply(started)
  started.end(asked.body)
  return reply
}

/** A plain socket to the server, with all received text. */
export class PlainSocket {
  readonly socket: Socket
  said = ''

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    this.socket.on('error', () => {})
    this.socket.setEncoding('latin1').on('data', (data) => {
      this.said += data
    })
    onTestFinished(() => {
      this.socket.destroy()
    })
  }

  /** Resolves when the received text contains `part`. */
  async hears(part: string): Promise<string> {
    while (!this.said.includes(part)) {
      if (this.socket.destroyed) throw new Error(`The server has not said ${part}, but ${this.said}`)
      await this.#next('data')
    }
    return this.said
  }

  /** Resolves with all received text when the server has closed the socket. */
  async ended(): Promise<string> {
    while (!this.socket.readableEnded && !this.socket.destroyed) await this.#next('end')
    return this.said
  }

  #next(event: 'data' | 'end'): Promise<void> {
    return new Promise((resolve) => {
      for (const what of [event, 'close']) this.socket.once(what, () => resolve())
    })
  }
}

/** Returns the head of a browser's upgrade request. `changes` replaces headers, or removes them (null). */
export function buildUpgradeRequest(path: string, changes: Record<string, string | null> = {}): string {
  const headers = {
    Host: '127.0.0.1',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...changes,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]))
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Opens a WebSocket. Rejects with the status when it is refused. */
export async function openWebSocket(
  port: number,
  path = '/hub',
  headers: Record<string, string> = {},
): Promise<WebSocket> {
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  onTestFinished(() => webSocket.terminate())
  await new Promise<void>((resolve, reject) => {
    webSocket.once('open', resolve)
    webSocket.once('error', reject)
  })
  webSocket.on('error', () => {})
  return webSocket
}

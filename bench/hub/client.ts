import { connect, type Socket } from 'node:net'
import type { ServerKind } from './kinds.ts'

/** The messages that a protocol exchanges before the first broadcast. */
interface Dialect {
  path: string
  /** The first message, which the client sends. */
  hello: string
  /** The texts with which the client replies to the server, by the first character of the server's text. */
  replies: Record<string, string>
  /** The beginning of the server's text that confirms the connection. */
  welcome: string
}

const dialects: Record<ServerKind, Dialect> = {
  ours: { path: '/hub', hello: '{"protocol":"json","version":1}\x1e', replies: {}, welcome: '{}' },
  'raw ws': { path: '/', hello: '', replies: {}, welcome: '' },
  'Socket.IO': {
    path: '/socket.io/?EIO=4&transport=websocket',
    hello: '',
    // Replies to an open packet (0) by joining the default namespace (40), and to a ping (2) with a pong (3).
    replies: { 0: '40', 2: '3' },
    welcome: '40',
  },
}

/** The time within which a server must accept a client, in milliseconds. */
const WELCOME_MS = 20_000
const KEY = Buffer.alloc(16).toString('base64')
const HEAD_END = '\r\n\r\n'

/** A buffer that all sockets share, because each read is processed before the next one. */
const chunk = Buffer.alloc(65_536)

/** Handles the text of a frame. The text lies between two offsets of a shared buffer. */
export type FrameBytesHandler = (client: MinimalWebSocketClient, bytes: Buffer, start: number, end: number) => void

/**
 * A minimal WebSocket client (RFC 6455). It reads whole, unmasked frames of up to 64 KB from a trusted server. It uses
 * a socket without streams, so that the client itself takes little of the measured time.
 */
export class MinimalWebSocketClient {
  readonly #socket: Socket
  readonly #dialect: Dialect
  readonly #onText: FrameBytesHandler
  readonly #welcomed: () => void
  #isNew = true
  #isUpgraded = false
  #isStalled = false
  /** The beginning of a frame that has not arrived completely. */
  #rest: Buffer | null = null
  /** The due time of the latest payload. Only readers.ts uses this field. */
  lastDue = 0

  private constructor(port: number, kind: ServerKind, onText: FrameBytesHandler, settle: (error?: Error) => void) {
    this.#dialect = dialects[kind]
    this.#onText = onText
    this.#welcomed = settle
    const callback = (length: number) => {
      this.#read(length)
      return true
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: chunk, callback } })
    this.#socket.once('error', settle)
    this.#socket.setTimeout(WELCOME_MS, () => settle(new Error(`${kind} left a client waiting.`)))
    this.#socket.once('close', () => {
      if (this.#isNew) settle(new Error(`${kind} closed a connection that was not open yet.`))
      else if (!this.#isStalled) throw new Error(`${kind} closed a connection.`)
    })
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}`
    this.#socket.write(`GET ${this.#dialect.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}${HEAD_END}`)
  }

  /**
   * Connects to a server. Resolves when the server's broadcasts reach the client.
   * @param onText called with all later texts
   */
  static connect(port: number, kind: ServerKind, onText: FrameBytesHandler): Promise<MinimalWebSocketClient> {
    return new Promise((resolve, reject) => {
      const client: MinimalWebSocketClient = new MinimalWebSocketClient(port, kind, onText, (error) =>
        error ? reject(error) : resolve(client),
      )
    })
  }

  /** Stops reading from the socket. The server may then close the connection. */
  stall(): void {
    this.#isStalled = true
    this.#socket.pause()
  }

  #read(length: number): void {
    let bytes = chunk
    let end = length
    if (this.#rest) {
      bytes = Buffer.concat([this.#rest, chunk.subarray(0, length)])
      end = bytes.length
    }
    let at = this.#isUpgraded ? 0 : this.#readHead(bytes, end)
    while (this.#isUpgraded && end - at >= 2) {
      const short = bytes[at + 1] ?? 0
      const head = short === 126 ? 4 : 2
      if (short > 126) throw new Error('A frame is masked or longer than the generator takes.')
      if (end - at < head) break
      const start = at + head
      const size = short === 126 ? bytes.readUInt16BE(at + 2) : short
      if (end - start < size) break
      if (this.#isNew) this.#greet(bytes.toString('latin1', start, start + size))
      else this.#onText(this, bytes, start, start + size)
      at = start + size
    }
    this.#rest = at < end ? Buffer.from(bytes.subarray(at, end)) : null
  }

  /** Returns the offset of the first frame; 0 while the response to the upgrade is incomplete. */
  #readHead(bytes: Buffer, end: number): number {
    const answer = bytes.toString('latin1', 0, end)
    const headEnd = answer.indexOf(HEAD_END)
    if (headEnd === -1) return 0
    if (!answer.startsWith('HTTP/1.1 101 ')) throw new Error(`The upgrade was answered: ${answer}`)
    this.#isUpgraded = true
    if (this.#dialect.hello) this.say(this.#dialect.hello)
    if (!this.#dialect.welcome) this.#open()
    return headEnd + HEAD_END.length
  }

  #greet(text: string): void {
    if (text.startsWith(this.#dialect.welcome)) this.#open()
    else this.reply(text)
  }

  #open(): void {
    this.#isNew = false
    this.#socket.setTimeout(0)
    this.#welcomed()
  }

  /** Sends the reply that the protocol requires to a text of the server, if any. */
  reply(text: string): void {
    const reply = this.#dialect.replies[text.charAt(0)]
    if (reply) this.say(reply)
  }

  /** Sends a text of up to 125 ASCII characters. Its mask consists of zeros, which leave the bytes unchanged. */
  say(text: string): void {
    this.#socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
  }
}

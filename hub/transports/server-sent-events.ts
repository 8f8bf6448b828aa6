import type { ServerResponse } from 'node:http'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { PostedBytes } from './posted-bytes.ts'
import type { Transport, TransportOwner } from './transport.ts'

/** Bytes to the client as events of one endless response; what it sends comes by POST. */
export class ServerSentEventsTransport implements Transport {
  readonly name = 'ServerSentEvents'
  readonly posts: PostedBytes
  readonly #response: ServerResponse
  #endedAt: number | null = null
  readonly #closeTimeoutMs: number

  constructor(response: ServerResponse, owner: TransportOwner, { closeTimeoutMs }: { closeTimeoutMs: number }) {
    this.#response = response
    this.#closeTimeoutMs = closeTimeoutMs
    this.posts = new PostedBytes(owner)
    response.on('drain', () => owner.drained())
    response.on('close', () => {
      this.posts.stop()
      // Hanging up is the only goodbye that this transport knows.
      owner.closed(this, true)
    })
    response.socket?.setNoDelay()
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache,no-store',
      'Content-Encoding': 'identity',
      // nginx would hold the events back.
      'X-Accel-Buffering': 'no',
    })
    // The client counts as connected with the first bytes, so there are some at once.
    response.write(':\r\n')
  }

  get pending(): number {
    return this.#response.writableLength
  }

  get taken(): number {
    const { socket } = this.#response
    return socket ? socket.bytesWritten - socket.writableLength : 0
  }

  send(message: EncodedMessage): void {
    if (!this.#response.writableEnded && !this.#response.destroyed) this.#response.write(serverSentEvent(message))
  }

  pause(): void {
    this.posts.pause()
  }

  resume(): void {
    this.posts.resume()
  }

  end(): void {
    this.#response.end()
  }

  destroy(): void {
    this.#response.destroy()
  }

  tick(now: number): void {
    if (!this.#response.writableEnded) return
    this.#endedAt ??= now
    if (now - this.#endedAt >= this.#closeTimeoutMs) this.destroy()
  }
}

/** A message as one event (HTML, "Server-sent events"): a data line for each of its lines. Made once for all clients. */
export function serverSentEvent(message: EncodedMessage): Buffer {
  message.serverSentEvent ??= Buffer.from(
    `data: ${message.bytes.toString().replaceAll(/\r\n|\r|\n/g, '\r\ndata: ')}\r\n\r\n`,
  )
  return message.serverSentEvent
}

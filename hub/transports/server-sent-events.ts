import type { ServerResponse } from 'node:http'
import type { Limits } from '../limits.ts'
import type { EncodedMessage } from '../protocols/encoded-message.ts'
import { PostReceiver } from './post-receiver.ts'
import { readSentByteCount } from './read-sent-byte-count.ts'
import type { Transport, TransportOwner } from './transport.ts'

/** Sends bytes as events of one endless response, and receives them by POST. */
export class ServerSentEventsTransport implements Transport {
  readonly name = 'ServerSentEvents'
  readonly posts: PostReceiver
  readonly #response: ServerResponse
  readonly #limits: Limits
  readonly #drained: () => void
  #endingSince: number | null = null

  constructor(response: ServerResponse, owner: TransportOwner, limits: Limits) {
    this.#response = response
    this.#limits = limits
    this.#drained = () => owner.drained()
    this.posts = new PostReceiver(owner, limits)
    response.on('close', () => {
      this.posts.stop()
      // This transport cannot distinguish a proper close from a lost connection.
      owner.closed(this, true)
    })
    // The response may be idle for longer than the server's timeout for requests.
    response.socket?.setTimeout(0)
    response.socket?.setNoDelay()
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache,no-store',
      'Content-Encoding': 'identity',
      // Keeps nginx from buffering the events.
      'X-Accel-Buffering': 'no',
    })
    // The client is connected when it receives the first bytes.
    response.write(':\r\n')
  }

  get pendingBytes(): number {
    return this.#response.writableLength
  }

  get sentBytes(): number {
    return readSentByteCount(this.#response.socket)
  }

  send(message: EncodedMessage): void {
    const response = this.#response
    if (response.writableEnded || response.destroyed) return
    const event = encodeServerSentEvent(message)
    const isAboveHighWater = response.writableLength + event.length > this.#limits.highWaterBytes
    if (isAboveHighWater) response.write(event, this.#drained)
    else response.write(event)
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
    this.#endingSince ??= now
    if (now - this.#endingSince >= this.#limits.closeTimeoutMs) this.destroy()
  }
}

/**
 * Returns a message as one event (HTML, "Server-sent events"), with a data line for each line of the message. The event
 * is built once for all clients.
 */
export function encodeServerSentEvent(message: EncodedMessage): Buffer {
  message.serverSentEvent ??= Buffer.from(
    `data: ${message.bytes.toString().replaceAll(/\r\n|\r|\n/g, '\r\ndata: ')}\r\n\r\n`,
  )
  return message.serverSentEvent
}

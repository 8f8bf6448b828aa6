import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/** The opcodes of RFC 6455, section 5.2. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A frame of RFC 6455, section 5.2. */
export interface Frame {
  opcode: number
  payload: Buffer
  /** Whether the frame is the last one of its message. True by default. */
  isFinal?: boolean
  /** The three reserved bits, as a number from 0 to 7. */
  reserved?: number
}

/** Encodes a frame of a client. @param isMasked whether it has a mask, which RFC 6455 requires of clients */
export function encodeFrame({ opcode, payload, isFinal = true, reserved = 0 }: Frame, isMasked = true): Buffer {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 2 ** 16 ? 4 : 10)
  head[0] = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode
  const mask = isMasked ? 0x80 : 0
  if (length < 126) head[1] = mask | length
  else if (length < 2 ** 16) {
    head[1] = mask | 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = mask | 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  if (!isMasked) return Buffer.concat([head, payload])
  const key = randomBytes(4)
  return Buffer.concat([head, key, payload.map((byte, at) => byte ^ (key[at % 4] ?? 0))])
}

/** A WebSocket client that sends any bytes, and shows the frames of the server. */
export class FrameSocket {
  /** The frames that have arrived from the server. */
  readonly frames: Required<Omit<Frame, 'reserved'>>[] = []
  isClosed = false
  readonly #socket: Duplex
  #received: Buffer
  #wake = () => {}

  private constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket
    this.#received = head
    socket.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#read()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.isClosed = true
      this.#wake()
    })
    this.#read()
  }

  static async connect(url: string): Promise<FrameSocket> {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }
    const opening = request(url, { headers })
    opening.end()
    const [, socket, head] = (await once(opening, 'upgrade')) as [unknown, Duplex, Buffer]
    return new FrameSocket(socket, head)
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** Sends the bytes one by one. */
  writeSlowly(bytes: Buffer): void {
    for (const byte of bytes) this.write(Buffer.from([byte]))
  }

  send(...frames: Frame[]): void {
    this.write(Buffer.concat(frames.map((frame) => encodeFrame(frame))))
  }

  /** Resolves with all frames when there are at least `count`. @throws {Error} when the connection ends earlier */
  async atLeast(count: number): Promise<FrameSocket['frames']> {
    while (this.frames.length < count) {
      if (this.isClosed) throw new Error('The connection is over.')
      await this.#change()
    }
    return this.frames
  }

  /** Resolves when the connection has ended, with the code of the server's close frame; null without one. */
  async closeCode(): Promise<number | null> {
    while (!this.isClosed) await this.#change()
    const close = this.frames.find(({ opcode }) => opcode === opcodes.close)
    return close && close.payload.length >= 2 ? close.payload.readUInt16BE() : null
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #read(): void {
    for (;;) {
      const bytes = this.#received
      if (bytes.length < 2) return
      const [first = 0, second = 0] = bytes
      const short = second & 0x7f
      const start = short < 126 ? 2 : short === 126 ? 4 : 10
      if (bytes.length < start) return
      const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
      if (bytes.length < start + length) return
      if (second & 0x80) throw new Error('A server masks no frames (RFC 6455, section 5.1).')
      const payload = bytes.subarray(start, start + length)
      this.frames.push({ opcode: first & 0x0f, payload, isFinal: (first & 0x80) !== 0 })
      this.#received = bytes.subarray(start + length)
      this.#wake()
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createHostileMessage, type MessageFormat } from './hostile-messages.ts'
import type { Random } from './random.ts'

const FRAMES_PER_SOCKET = 300

/**
 * Sends WebSocket frames with hostile messages, and sometimes invalid frames, on one socket after another until `take`
 * returns false.
 */
export async function attackByFrames(port: number, random: Random, take: () => boolean): Promise<void> {
  let token = ''
  while (true) {
    // One of four sockets uses a stateful connection. Some of these connections are resumed in time.
    const isStateful = random.chance(0.25)
    if (isStateful && random.chance(0.7)) token = await negotiate(port)
    const isBack = isStateful && random.chance(0.5)
    const id = isStateful ? token : random.chance(0.95) ? '' : random.bytes(8).toString('hex')
    const socket = await upgrade(port, id, random)
    if (socket) {
      const version = isStateful ? 2 : 1
      const more = await sendFrames(socket, { random, take, version, isBack })
      if (random.chance(0.5)) socket.destroy()
      else socket.end()
      if (!more) return
    } else if (!take()) return
  }
}

/** Negotiates a stateful connection. Returns its token. */
async function negotiate(port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}/hub/negotiate?negotiateVersion=1&useStatefulReconnect=true`
  const reply = await fetch(url, { method: 'POST' })
  const { connectionToken } = (await reply.json()) as { connectionToken: string }
  return connectionToken
}

/** Opens a WebSocket with a valid or invalid handshake. Returns null when the upgrade was refused. */
async function upgrade(port: number, id: string, random: Random): Promise<Socket | null> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  const key = random.bytes(16).toString('base64')
  const query = id === '' ? '' : `?id=${id}`
  socket.write(
    `GET /hub${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString('latin1')))
    socket.once('close', () => resolve(''))
  })
  if (head.startsWith('HTTP/1.1 101')) return socket.resume()
  socket.destroy()
  return null
}

interface Attack {
  random: Random
  take: () => boolean
  version: 1 | 2
  /** Whether the socket resumes a connection and so sends no handshake. */
  isBack: boolean
}

async function sendFrames(socket: Socket, { random, take, version, isBack }: Attack): Promise<boolean> {
  const format: MessageFormat = random.chance(0.5) ? 'json' : 'messagepack'
  if (!isBack && random.chance(0.95)) {
    socket.write(frame(Buffer.from(`{"protocol":"${format}","version":${version}}\x1e`), 1, random))
  }
  const isSlow = random.chance(0.02)
  if (isSlow) socket.pause()
  for (let sent = 0; sent < FRAMES_PER_SOCKET; sent++) {
    if (socket.destroyed || !socket.writable) return true
    if (!take()) return false
    const bytes = random.chance(0.004)
      ? noFrame(random)
      : frame(payload(random, format), opcode(random, format), random)
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
  }
  return true
}

function payload(random: Random, format: MessageFormat): Buffer {
  const messages = Array.from({ length: 1 + (random.chance(0.2) ? random.below(20) : 0) }, () =>
    createHostileMessage(random, format),
  )
  return Buffer.concat(messages)
}

function opcode(random: Random, format: MessageFormat): number {
  if (random.chance(0.97)) return format === 'json' ? 1 : 2
  return random.below(16)
}

/** Returns a masked frame (RFC 6455, section 5.2), complete or the first of several. */
function frame(body: Buffer, code: number, random: Random): Buffer {
  const final = random.chance(0.98) ? 0x80 : 0
  const mask = random.bytes(4)
  const length = body.length
  const head =
    length < 126
      ? Buffer.from([final | code, 0x80 | length])
      : length < 65_536
        ? Buffer.from([final | code, 0xfe, length >> 8, length & 0xff])
        : Buffer.from([
            final | code,
            0xff,
            0,
            0,
            0,
            0,
            length >>> 24,
            (length >> 16) & 0xff,
            (length >> 8) & 0xff,
            length & 0xff,
          ])
  const masked = Buffer.from(body)
  for (let at = 0; at < length; at++) masked[at] = (masked[at] ?? 0) ^ (mask[at & 3] ?? 0)
  return Buffer.concat([head, mask, masked])
}

/** Returns bytes that are no valid frame: without a mask, with reserved bits or invalid lengths, or random. */
function noFrame(random: Random): Buffer {
  return random.pick([
    Buffer.from([0x81, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f]),
    Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    Buffer.from([0x88, 0x81, 0, 0, 0, 0, 1]),
    random.bytes(random.below(64)),
  ])
}

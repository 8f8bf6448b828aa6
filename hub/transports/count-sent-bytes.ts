import type { Duplex } from 'node:stream'

/**
 * Returns how many bytes of a socket the operating system has accepted. Node's own counter changes only when a whole
 * write is done, which may be a megabyte, so a slow client would look like a stalled client. The handle of the socket
 * has the exact number. Node also reads this number before it times out a socket. With TLS, the handle is that of the
 * underlying socket.
 */
export function countSentBytes(socket: Duplex | null): number {
  const handle = property(socket, '_handle')
  const beneath = property(handle, '_parent') ?? handle
  const [written, queued] = [property(beneath, 'bytesWritten'), property(beneath, 'writeQueueSize')]
  return typeof written === 'number' && typeof queued === 'number' ? written - queued : 0
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

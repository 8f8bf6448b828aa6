import type { Duplex } from 'node:stream'

/**
 * Returns the number of bytes of a socket that the operating system has accepted. Node's own counter changes only after
 * a whole write. A write may have a megabyte, so a slow client would look like a stalled client. The handle of the
 * socket has the exact number, which Node also reads before it times out a socket. With TLS, the handle is that of the
 * underlying socket.
 */
export function readSentByteCount(socket: Duplex | null): number {
  const handle = property(socket, '_handle')
  const beneath = property(handle, '_parent') ?? handle
  const [written, queued] = [property(beneath, 'bytesWritten'), property(beneath, 'writeQueueSize')]
  return typeof written === 'number' && typeof queued === 'number' ? written - queued : 0
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

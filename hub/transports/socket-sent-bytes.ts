import type { Duplex } from 'node:stream'

/**
 * Returns how many bytes of a socket the operating system has accepted. Node's own counter does not change until a whole
 * write is done, which may be a megabyte, so a slow reader would look like a stalled one. The socket's handle has the exact
 * number; Node reads it, too, before it times out a socket. With TLS the handle is that of the underlying socket.
 */
export function socketSentBytes(socket: Duplex | null): number {
  const handle = property(socket, '_handle')
  const beneath = property(handle, '_parent') ?? handle
  const [written, queued] = [property(beneath, 'bytesWritten'), property(beneath, 'writeQueueSize')]
  return typeof written === 'number' && typeof queued === 'number' ? written - queued : 0
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

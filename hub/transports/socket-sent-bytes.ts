import type { Duplex } from 'node:stream'

/**
 * Bytes of a socket that the system has taken so far. Node's own counters stand still until a whole write is through,
 * which may be a megabyte, and a slow reader would look like one who does not read at all. The handle knows; Node asks it,
 * too, before it times out a socket. Under TLS it is that of the socket beneath.
 */
export function socketSentBytes(socket: Duplex | null): number {
  const handle = property(socket, '_handle')
  const beneath = property(handle, '_parent') ?? handle
  const [given, waiting] = [property(beneath, 'bytesWritten'), property(beneath, 'writeQueueSize')]
  return typeof given === 'number' && typeof waiting === 'number' ? given - waiting : 0
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

import type { Duplex } from 'node:stream'

/**
 * Bytes of a socket that the system has taken so far. Node's own counters stand still until a whole write is through,
 * which may be a megabyte, and a slow reader would look like one who does not read at all. The handle knows; Node asks it,
 * too, before it times out a socket.
 */
export function bytesTaken(socket: Duplex | null): number {
  const handle = socket && '_handle' in socket ? socket._handle : null
  return isHandle(handle) ? handle.bytesWritten - handle.writeQueueSize : 0
}

function isHandle(value: unknown): value is { bytesWritten: number; writeQueueSize: number } {
  return typeof value === 'object' && value !== null && 'bytesWritten' in value && 'writeQueueSize' in value
}

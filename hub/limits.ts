/** What one hub allows and how long it waits. Times in milliseconds, sizes in bytes. */
export interface Limits {
  /** A Ping is sent when nothing else was for this long. Not on long polling. */
  keepAliveMs: number
  /** A client that has pinged once and then says nothing for this long is gone. */
  clientTimeoutMs: number
  /** From the first bytes of a transport to the whole handshake. */
  handshakeTimeoutMs: number
  /** A negotiated connection that no transport has taken, or that has no poll, is let go after this. */
  idleTimeoutMs: number
  /** How long a dropped connection with stateful reconnect is kept. */
  reconnectWindowMs: number
  /** A long poll without anything to say is answered empty after this. The client gives up at 100 s. */
  pollTimeoutMs: number
  /** A reader that takes nothing at all for this long while something waits for it is dropped. */
  sendTimeoutMs: number
  /** How long a client may take to agree to a close. */
  closeTimeoutMs: number
  /** The largest hub message a client may send. */
  messageBytes: number
  /** The largest WebSocket message; it may hold many hub messages. */
  frameBytes: number
  /** Above this, `send` waits and streams stop being read until the reader has caught up. */
  highWaterBytes: number
  /** A reader with more than this waiting for it is dropped. */
  pendingBytes: number
  /** What is kept for a stateful reconnect before `send` waits for the client to acknowledge. */
  reconnectBufferBytes: number
  /** Items of an upload stream that wait for the method before the client is held back. */
  uploadBufferItems: number
  /** Calls of one client that run at the same time; streams are not counted. */
  parallelInvocations: number
  /** Streams of one client that run at the same time, in either direction. */
  streams: number
  /** Connections in all, negotiated ones included. */
  connections: number
  connectionsPerAddress: number
  connectionsPerUser: number
}

/** The defaults of ASP.NET Core SignalR where it has one; the rest keeps memory bounded. */
export const defaultLimits: Limits = {
  keepAliveMs: 15_000,
  clientTimeoutMs: 30_000,
  handshakeTimeoutMs: 15_000,
  idleTimeoutMs: 15_000,
  reconnectWindowMs: 15_000,
  pollTimeoutMs: 90_000,
  sendTimeoutMs: 10_000,
  closeTimeoutMs: 5_000,
  messageBytes: 32 * 1024,
  frameBytes: 1024 * 1024,
  highWaterBytes: 64 * 1024,
  pendingBytes: 1024 * 1024,
  reconnectBufferBytes: 100_000,
  uploadBufferItems: 10,
  parallelInvocations: 1,
  streams: 100,
  connections: 50_000,
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  connectionsPerUser: Number.POSITIVE_INFINITY,
}

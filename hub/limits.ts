/** The limits and timeouts of one hub. Times are in milliseconds, sizes in bytes. */
export interface Limits {
  /** Time after which a Ping is sent if no other message was sent. Long polling gets no Pings. */
  keepAliveMs: number
  /** Time after which a silent client is disconnected. Applies only to clients that have sent a Ping. */
  clientTimeoutMs: number
  /** Time from the start of a transport to the end of the handshake. */
  handshakeTimeoutMs: number
  /** Time after which a connection is dropped if its client opens no transport, or sends no poll. */
  idleTimeoutMs: number
  /** Time in which a stateful connection can be resumed after the loss of its WebSocket. */
  reconnectWindowMs: number
  /** Time after which a poll without a message gets an empty response. The client gives up after 100 s. */
  pollTimeoutMs: number
  /** Time after which a client is dropped if it reads none of its pending bytes. */
  sendTimeoutMs: number
  /** Time that a client has to complete the closing of a connection. */
  closeTimeoutMs: number
  /** The largest hub message that a client may send. */
  messageBytes: number
  /** The largest WebSocket message that a client may send. It may contain many hub messages. */
  frameBytes: number
  /** Pending bytes at which `drained` waits and streams pause. */
  highWaterBytes: number
  /** Pending bytes above which a client is dropped. */
  pendingBytes: number
  /** Unacknowledged bytes of a stateful connection at which `drained` waits and streams pause. */
  reconnectBufferBytes: number
  /** How many items of an upload stream can be unread before reading from the client pauses. */
  uploadBufferItems: number
  /** The number of calls of one client that run at the same time. Streams do not count. */
  parallelInvocations: number
  /** The number of streams of one client that run at the same time, in either direction. */
  streams: number
  /** The number of connections of the hub, including negotiated connections without a transport. */
  connections: number
  connectionsPerAddress: number
  connectionsPerUser: number
}

/** The default limits. A limit that SignalR also has gets the default of SignalR. The other limits bound the memory. */
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

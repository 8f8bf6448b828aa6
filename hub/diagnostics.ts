import type { TraceContext } from './trace-context.ts'
import type { TransportName } from './transports/transport.ts'

/** The message of the channels `@hobohat/hub.connection.opened` and `@hobohat/hub.connection.ended`. */
export interface ConnectionEvent {
  /** The path of the hub. */
  hub: string
  connectionId: string
  userId: string | undefined
  transport: TransportName | null
  /** The trace context of the request that opened the connection. */
  trace: TraceContext | undefined
  /** The error that ended the connection. Undefined when the connection opens, and after a proper close. */
  error?: Error | undefined
}

/** The message of the tracing channel `@hobohat/hub.call`: the same object at the start and at the end of a call. */
export interface CallEvent {
  /** The path of the hub. */
  hub: string
  connectionId: string
  userId: string | undefined
  /** The name of the method as the client wrote it. */
  method: string
  /** The trace context of the client's message. */
  trace: TraceContext | undefined
  /** The time of the start, in milliseconds of `performance.now()`. */
  startedAt: number
  /** Set at the end of the call. */
  durationMs?: number
  /** The exception with which the method, or its stream, has failed. */
  error?: unknown
}

/** The message of the channel `@hobohat/hub.request.refused`: an HTTP request that the hub answered with an error. */
export interface RefusedRequestEvent {
  /** The path of the hub. */
  hub: string
  status: number
  /** A sentence for people. */
  reason: string
  /** The HTTP method. */
  method: string
  /** The path of the request, without its query, which contains secrets. */
  path: string
  /** The Origin header, undefined outside browsers. */
  origin: string | undefined
}

/** Where an error happened, for `onError`: the hub, the connection and the method when known. */
export interface ErrorContext {
  /** The path of the hub. Absent in the error of a backplane, which all hubs share. */
  hub?: string
  connectionId?: string
  userId?: string | undefined
  /**
   * The name of the hub method, as the client wrote it. If a call to a client fails and no code awaits its promise, the
   * name of the client's method.
   */
  method?: string
  /** The name of the backplane that is disconnected. */
  backplane?: string | undefined
}

/** Reports an error of the application's code. The hub adds its path to the context. */
export type ReportError = (error: unknown, context?: Omit<ErrorContext, 'hub'>) => void

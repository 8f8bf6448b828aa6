import type { TraceContext } from '../trace-context.ts'

/** The messages of the SignalR hub protocol, as both wire formats carry them. */

export interface Invocation {
  type: 1
  /** Absent when the sender wants no Completion. */
  invocationId?: string
  target: string
  arguments: unknown[]
  /** The ids of the streams that the sender uploads for this call. */
  streamIds?: string[]
  /** From the headers of a received message. */
  trace?: TraceContext
}

export interface StreamItem {
  type: 2
  invocationId: string
  item: unknown
}

/** Ends a call with an error, with a result (when the key `result` exists), or without a result. */
export interface Completion {
  type: 3
  invocationId: string
  error?: string
  result?: unknown
}

export interface StreamInvocation {
  type: 4
  invocationId: string
  target: string
  arguments: unknown[]
  streamIds?: string[]
  trace?: TraceContext
}

export interface CancelInvocation {
  type: 5
  invocationId: string
}

export interface Ping {
  type: 6
}

export interface Close {
  type: 7
  error?: string
  allowReconnect?: boolean
}

/** Acknowledges all messages up to `sequenceId`. */
export interface Ack {
  type: 8
  sequenceId: number
}

/** Announces that the next message of a call has the id `sequenceId`. */
export interface Sequence {
  type: 9
  sequenceId: number
}

/** The messages of calls. Stateful reconnect counts these. */
export type CallPartMessage = Invocation | StreamItem | Completion | StreamInvocation | CancelInvocation

export type HubMessage = CallPartMessage | Ping | Close | Ack | Sequence

/** Whether a message belongs to a call, rather than to the connection itself. */
export function isPartOfCall(message: HubMessage): message is CallPartMessage {
  return message.type <= 5
}

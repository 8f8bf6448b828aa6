import { MalformedMessage } from '../errors.ts'
import { readTraceContext } from '../trace-context.ts'
import type { HubMessage, Invocation, StreamInvocation } from './messages.ts'

/** The unchecked fields of a message. Missing fields are undefined. */
export interface UncheckedMessageFields {
  readonly type?: unknown
  readonly headers?: unknown
  readonly invocationId?: unknown
  readonly target?: unknown
  readonly arguments?: unknown
  readonly streamIds?: unknown
  readonly item?: unknown
  readonly error?: unknown
  readonly result?: unknown
  readonly allowReconnect?: unknown
  readonly sequenceId?: unknown
}

/**
 * Checks the fields of one message (SignalR hub protocol).
 * @returns the message without unknown fields, or undefined when its type is unknown
 * @throws {MalformedMessage} when a field is missing or has the wrong type
 */
export function parseMessageFields(fields: UncheckedMessageFields): HubMessage | undefined {
  switch (fields.type) {
    case 1: {
      const message: Invocation = { type: 1, ...call(fields) }
      // Some clients send an empty id instead of none.
      if (fields.invocationId === undefined || fields.invocationId === '') return message
      return { ...message, invocationId: invocationId(fields) }
    }
    case 2:
      if (fields.item === undefined) throw missing('item')
      return { type: 2, invocationId: invocationId(fields), item: fields.item }
    case 3: {
      const id = invocationId(fields)
      if (fields.error === undefined) {
        return fields.result === undefined
          ? { type: 3, invocationId: id }
          : { type: 3, invocationId: id, result: fields.result }
      }
      if (fields.result !== undefined) throw new MalformedMessage("A completion has both 'error' and 'result'.")
      return { type: 3, invocationId: id, error: error(fields) }
    }
    case 4: {
      const message: StreamInvocation = { type: 4, invocationId: invocationId(fields), ...call(fields) }
      return message
    }
    case 5:
      return { type: 5, invocationId: invocationId(fields) }
    case 6:
      return { type: 6 }
    case 7:
      return {
        type: 7,
        ...(fields.error === undefined ? {} : { error: error(fields) }),
        ...(fields.allowReconnect === undefined ? {} : { allowReconnect: allowReconnect(fields) }),
      }
    case 8:
      return { type: 8, sequenceId: sequenceId(fields) }
    case 9:
      return { type: 9, sequenceId: sequenceId(fields) }
    default:
      if (!Number.isInteger(fields.type)) throw missing('type')
      return undefined
  }
}

function call(fields: UncheckedMessageFields): Omit<Invocation, 'type' | 'invocationId'> {
  const checked = checkCall(fields)
  const trace = readTraceContext(fields.headers)
  return trace ? { ...checked, trace } : checked
}

function checkCall({
  target,
  arguments: given,
  streamIds,
}: UncheckedMessageFields): Omit<Invocation, 'type' | 'invocationId'> {
  if (!isName(target)) throw missing('target')
  if (!Array.isArray(given)) throw missing('arguments')
  if (streamIds === undefined) return { target, arguments: given }
  if (!Array.isArray(streamIds) || !streamIds.every(isName)) throw missing('streamIds')
  return { target, arguments: given, streamIds }
}

function invocationId(fields: UncheckedMessageFields): string {
  if (!isName(fields.invocationId)) throw missing('invocationId')
  return fields.invocationId
}

function error(fields: UncheckedMessageFields): string {
  if (typeof fields.error !== 'string') throw missing('error')
  return fields.error
}

function allowReconnect(fields: UncheckedMessageFields): boolean {
  if (typeof fields.allowReconnect !== 'boolean') throw missing('allowReconnect')
  return fields.allowReconnect
}

function sequenceId({ sequenceId: id }: UncheckedMessageFields): number {
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) throw missing('sequenceId')
  return id
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function missing(field: keyof UncheckedMessageFields): MalformedMessage {
  return new MalformedMessage(`'${field}' is missing or not what it must be.`)
}

import { setImmediate } from 'node:timers/promises'
import type { Call } from './call.ts'
import type { CallerConnection } from './caller-connection.ts'

/** The number of items after which a stream lets other work of the process run, even when the client reads fast. */
const ITEMS_PER_TURN = 100

type Items = Iterable<unknown> | AsyncIterable<unknown>

/** A stream that a client has requested. */
interface RequestedStream {
  invocationId: string
  /** Names the method and its hub. Error messages begin with this text. */
  name: string
  call: Call
  connection: CallerConnection
  /** Runs once at the end, with the exception if there was one. */
  finish(error?: { reason: unknown }): void
  report: (error: unknown) => void
}

/**
 * Sends the items of a stream to the client, no faster than the client reads them, and always closes the iterator.
 * Cancelling finishes the call at once, even while the iterator waits for its next item.
 */
export async function sendStreamItems(
  result: Items | Promise<Items>,
  { invocationId, name, call, connection, finish, report }: RequestedStream,
): Promise<void> {
  let iterator: Iterator<unknown> | AsyncIterator<unknown> | undefined
  const close = async () => {
    try {
      await iterator?.return?.()
    } catch (thrown) {
      report(thrown)
    }
  }
  const stop = async (error?: { reason: unknown }) => {
    finish(error)
    await close()
  }
  call.onAbort = () => void stop()
  try {
    const items = result instanceof Promise ? await result : result
    if (!isIterable(items)) throw new TypeError(`${name} streams, but returned nothing iterable.`)
    iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
    // The client may have cancelled before the method returned. The iterator may already hold listeners or files.
    if (call.isOver) return await close()
    for (let count = 1; !call.isOver; count++) {
      const { done, value } = await iterator.next()
      if (call.isOver) return
      if (done) return finish()
      connection.send(connection.protocol.encode({ type: 2, invocationId, item: value }))
      if (connection.isCongested) await connection.writable()
      else if (count % ITEMS_PER_TURN === 0) await setImmediate()
    }
  } catch (reason) {
    if (!call.isOver) await stop({ reason })
  }
}

function isIterable(value: unknown): value is Items {
  return typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
}

/** Returns whether a value is read piece by piece: an async iterable, or an iterator such as that of a generator. */
export function isItemStream(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Symbol.asyncIterator in value || (Symbol.iterator in value && 'next' in value)
}

import type { Connection } from '../connection/connection.ts'
import type { Call } from './call.ts'

/** A stream that a client has asked for. */
interface AskedStream {
  invocationId: string
  call: Call
  connection: Connection
  /** Called once when it is over, with what was thrown if something was. */
  finish(error?: { reason: unknown }): void
  report: (error: unknown) => void
}

/**
 * Sends the items of a stream to the client, no faster than it takes them, and closes the iterable whatever ends it.
 * Cancelling finishes at once, whatever the iterable is waiting for.
 */
export async function streamResults(
  items: Iterable<unknown> | AsyncIterable<unknown>,
  { invocationId, call, connection, finish, report }: AskedStream,
): Promise<void> {
  let iterator: Iterator<unknown> | AsyncIterator<unknown> | undefined
  const stop = async (error?: { reason: unknown }) => {
    finish(error)
    try {
      await iterator?.return?.()
    } catch (thrown) {
      report(thrown)
    }
  }
  call.onAbort = () => void stop()
  try {
    iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
    for (;;) {
      const { done, value } = await iterator.next()
      if (call.isOver) return
      if (done) return finish()
      connection.send(connection.protocol.encode({ type: 2, invocationId, item: value }))
      if (connection.isCongested) await connection.writable()
    }
  } catch (reason) {
    if (!call.isOver) await stop({ reason })
  }
}

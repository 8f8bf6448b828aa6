import type { Connection } from '../connection/connection.ts'
import type { Call } from './call.ts'

/**
 * Sends the items of a stream to the client, no faster than it takes them, and closes the iterable whatever ends it.
 * @param finish called once when it is over, with what was thrown if something was; cancelling finishes at once, whatever
 * the iterable is waiting for
 */
export async function streamResults(
  items: Iterable<unknown> | AsyncIterable<unknown>,
  invocationId: string,
  call: Call,
  connection: Connection,
  finish: (error?: { reason: unknown }) => void,
  { report }: { report: (error: unknown) => void },
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

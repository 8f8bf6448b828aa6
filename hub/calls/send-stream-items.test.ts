import { expect, it } from 'vitest'
import { jsonProtocol } from '../protocols/json.ts'
import { Call } from './call.ts'
import type { CallerConnection } from './caller-connection.ts'
import { sendStreamItems } from './send-stream-items.ts'

/** Sends a stream to a client that reads as fast as it is sent. `sent` is the number of messages. */
function startStream(items: Iterable<unknown>) {
  const stream = { sent: 0 }
  const reader: Partial<CallerConnection> = {
    protocol: jsonProtocol,
    isCongested: false,
    send: () => void stream.sent++,
  }
  const connection = reader as CallerConnection
  const call = new Call(connection, undefined)
  const finished = new Promise<void>((resolve) => {
    const finish = () => {
      call.isOver = true
      resolve()
    }
    void sendStreamItems(items, { invocationId: '1', name: '', call, connection, finish, report: () => {} })
  })
  return { stream, call, finished }
}

it('lets other work of the process run while the client reads a long stream as fast as it is sent', async () => {
  const { stream, finished } = startStream(Array.from({ length: 10_000 }, (_, n) => n))
  await new Promise(setImmediate)
  expect(stream.sent).toBeLessThan(10_000)
  await finished
  expect(stream.sent).toBe(10_000)
})

it('requests no item of the iterator after the client has cancelled the stream', async () => {
  const requests: string[] = []
  const iterator: Iterator<number> = {
    next() {
      requests.push('next')
      return { value: 1 }
    },
    return() {
      requests.push('return')
      return { done: true, value: undefined }
    },
  }
  const { call } = startStream({ [Symbol.iterator]: () => iterator })
  await new Promise(setImmediate)
  call.cancel('The call was cancelled.')
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  expect(requests.filter((request) => request === 'return')).toHaveLength(1)
  expect(requests.at(-1)).toBe('return')
})

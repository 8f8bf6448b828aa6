import { expect, it } from 'vitest'
import { jsonProtocol } from '../protocols/json.ts'
import { Call } from './call.ts'
import type { CallerConnection } from './caller-connection.ts'
import { sendStreamItems } from './send-stream-items.ts'

it('lets other work of the process run while the client reads a long stream as fast as it is sent', async () => {
  const items = Array.from({ length: 10_000 }, (_, n) => n)
  let sent = 0
  const reader: Partial<CallerConnection> = { protocol: jsonProtocol, isCongested: false, send: () => void sent++ }
  const connection = reader as CallerConnection
  const call = new Call(connection, undefined)
  const finished = new Promise<void>((finish) => {
    const stream = { invocationId: '1', name: '', call, connection, finish: () => finish(), report: () => {} }
    void sendStreamItems(items, stream)
  })
  await new Promise(setImmediate)
  expect(sent).toBeLessThan(items.length)
  await finished
  expect(sent).toBe(items.length)
})

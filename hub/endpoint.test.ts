import { expect, it } from 'vitest'
import { ReceivedRequest } from './http/client-request.ts'
import { RawConnectionEndpoint } from './raw/raw-connection-endpoint.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import type { Transport } from './transports/transport.ts'

/** Opens a connection whose transport closes in `end`, or later when `close` is called. */
function openConnection(endpoint: RawConnectionEndpoint, { closesAtOnce }: { closesAtOnce: boolean }) {
  const connection = endpoint.open({ stateful: false, identity: {}, address: '' })
  if (typeof connection === 'string') throw new Error(connection)
  const close = () => connection.closed(transport, true)
  const transport: Transport = {
    name: 'WebSockets',
    pendingBytes: 0,
    sentBytes: 0,
    send() {},
    pause() {},
    resume() {},
    end: closesAtOnce ? close : () => {},
    destroy() {},
    tick() {},
  }
  connection.attach(transport, new ReceivedRequest({ headers: {} }, ''))
  return { close }
}

function createEndpoint() {
  const environment = { clock: createFakeClock(), backplane: null, report: () => {} }
  return new RawConnectionEndpoint('/echo', () => new Promise(() => {}), {}, environment)
}

it('each call of closeAll() resolves when the last transport has closed', async () => {
  const endpoint = createEndpoint()
  const { close } = openConnection(endpoint, { closesAtOnce: false })
  const resolved: string[] = []
  for (const call of ['first', 'second']) void endpoint.closeAll().then(() => resolved.push(call))
  await new Promise(setImmediate)
  expect(resolved).toEqual([])
  close()
  await new Promise(setImmediate)
  expect(resolved).toEqual(['first', 'second'])
})

it('closeAll() waits for all transports although the first transport closes at once', async () => {
  const endpoint = createEndpoint()
  openConnection(endpoint, { closesAtOnce: true })
  const { close } = openConnection(endpoint, { closesAtOnce: false })
  let isResolved = false
  const closing = endpoint.closeAll().then(() => {
    isResolved = true
  })
  await new Promise(setImmediate)
  expect(isResolved).toBe(false)
  close()
  await closing
})

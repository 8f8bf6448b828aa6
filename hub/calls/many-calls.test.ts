import { expect, it } from 'vitest'
import { defineHub } from '../hub.ts'
import { Journal } from '../testing/journal.ts'
import { RawClient } from '../testing/raw-client.ts'
import { createCallMessage, serveHub } from '../testing/serve-hub.ts'

it('answers all calls when one frame contains a slow call and 10,000 further calls', async () => {
  const journal = new Journal()
  const hub = defineHub().methods({ slow: () => journal.seen('go on'), quick: (_ctx, n: number) => n })
  const { url, errors } = await serveHub(hub)
  const client = await RawClient.connect(url)
  const count = 10_000
  const quick = (n: number) => ({ type: 1, invocationId: String(n), target: 'quick', arguments: [n] })
  client.send(createCallMessage('slow', 'first'), ...Array.from({ length: count }, (_, n) => quick(n)))
  await new Promise(setImmediate)
  journal.note('go on')
  const answers = await client.atLeast(count + 1)
  expect(answers.at(-1)).toEqual({ type: 3, invocationId: String(count - 1), result: count - 1 })
  expect(errors).toEqual([])
})

it('answers all calls of a client that reads late, although the answers together exceed pendingBytes', async () => {
  const text = 'x'.repeat(10_000)
  const hub = defineHub().methods({ long: () => text })
  const { url, errors } = await serveHub(hub, { limits: { pendingBytes: 200_000 } })
  const client = await RawClient.connect(url)
  client.webSocket.pause()
  // The calls of the first frame have no invocation id, so they get no answers. The answers to the calls of the second
  // frame are 20 MB long in total.
  client.send(...Array.from({ length: 2_000 }, () => ({ type: 1, target: 'long', arguments: [] })))
  client.send(...Array.from({ length: 2_000 }, (_, n) => createCallMessage('long', String(n))))
  client.webSocket.resume()
  const answers = await client.atLeast(2_000)
  expect(answers.map(({ invocationId }) => Number(invocationId))).toEqual(Array.from({ length: 2_000 }, (_, n) => n))
  expect(errors).toEqual([])
})

it('answers all calls of a client that acknowledges no answer, although the answers exceed reconnectBufferBytes', async () => {
  const hub = defineHub().methods({ echo: () => 'x'.repeat(100) })
  const { url } = await serveHub(hub, { statefulReconnect: true, limits: { reconnectBufferBytes: 500 } })
  const negotiated = await fetch(`${url}/negotiate?negotiateVersion=1&useStatefulReconnect=true`, { method: 'POST' })
  const { connectionToken } = (await negotiated.json()) as { connectionToken: string }
  const client = await RawClient.connect(`${url}?id=${connectionToken}`, { version: 2 })
  for (let n = 0; n < 100; n++) client.send(createCallMessage('echo', String(n)))
  expect(await client.atLeast(100)).toHaveLength(100)
})

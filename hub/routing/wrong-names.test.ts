import { expect, it } from 'vitest'
import { defineHub } from '../hub.ts'
import { RawClient } from '../testing/raw-client.ts'
import { createCallMessage, serveHub } from '../testing/serve-hub.ts'

const relay = defineHub().methods({
  echo: (_ctx, value: unknown) => value,
  relay: (ctx, method: string) => ctx.clients.all.send(method),
  ask: (ctx, method: string) => ctx.clients.caller.invoke(method, [], { timeoutMs: 1_000 }),
})

it.each([
  ['', "''"],
  [null, 'null'],
  [{}, '{}'],
  [5, '5'],
  [undefined, 'undefined'],
])('calling a client method with the name %o throws, and no client gets the call', async (name, described) => {
  const { url, errors } = await serveHub(relay)
  const client = await RawClient.connect(url)
  const args = name === undefined ? [] : [name]
  client.send(
    { ...createCallMessage('relay', '1'), arguments: args },
    { ...createCallMessage('ask', '2'), arguments: args },
  )
  await client.settled()
  expect(client.received.map(({ invocationId }) => invocationId)).toEqual(['1', '2'])
  const text = `The name of a client's method is a text that is not empty, not ${described}.`
  expect(errors).toEqual([new TypeError(text), new TypeError(text)])
})

it('a group name, a user id or a connection id causes a TypeError when it is not a string', async () => {
  const { hubs } = await serveHub(relay)
  const { clients, groups } = hubs.context(relay)
  const wrong = 5 as unknown as string
  const absent = undefined as unknown as string
  await expect(groups.add('id', wrong)).rejects.toThrow(new TypeError('The name of a group is a text, not 5.'))
  await expect(groups.remove(absent, 'room')).rejects.toThrow('The id of a connection is a text, not undefined.')
  expect(() => clients.group(absent)).toThrow(new TypeError('The name of a group is a text, not undefined.'))
  expect(() => clients.groups(['room', wrong])).toThrow('The name of a group is a text, not 5.')
  expect(() => clients.groupExcept('room', absent)).toThrow('The id of a connection is a text, not undefined.')
  expect(() => clients.groupExcept(wrong, [])).toThrow('The name of a group is a text, not 5.')
  expect(() => clients.allExcept(absent)).toThrow('The id of a connection is a text, not undefined.')
  expect(() => clients.client(absent)).toThrow('The id of a connection is a text, not undefined.')
  expect(() => clients.clients([absent])).toThrow('The id of a connection is a text, not undefined.')
  expect(() => clients.user(wrong)).toThrow(new TypeError('The id of a user is a text, not 5.'))
  expect(() => clients.users([wrong])).toThrow('The id of a user is a text, not 5.')
})

it('a client gets 500 when its user id is not a string, and onError gets the error', async () => {
  const { url, errors } = await serveHub(
    defineHub({ authenticate: () => ({ userId: 5 as unknown as string }) }).methods({}),
  )
  expect((await fetch(`${url}/negotiate`, { method: 'POST' })).status).toBe(500)
  expect(errors).toEqual([new TypeError('The user id that authenticate returns is a text, not 5.')])
})

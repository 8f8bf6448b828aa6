import { HubConnectionBuilder } from '@microsoft/signalr'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRoom, followRoom, type Message } from '../examples/missed-messages.ts'
import { type Backplane, type BackplaneListener, memoryBackplane } from '../hub.ts'
import { openHubServer } from '../testing/serve-hub.ts'

/** Returns a link of one process to a shared backplane, and functions that cut and mend this link. */
function createCuttableLink(shared: Backplane) {
  let isCut = false
  const listeners: BackplaneListener[] = []
  const backplane: Backplane = {
    async publish(topic, bytes) {
      if (!isCut) await shared.publish(topic, bytes)
    },
    subscribe: (topic, receive) => shared.subscribe(topic, (bytes) => isCut || receive(bytes)),
    onChange(listener) {
      listeners.push(listener)
    },
    async close() {},
  }
  const set = (cut: boolean) => {
    isCut = cut
    for (const listener of listeners) listener(cut ? 'disconnected' : 'connected')
  }
  return { backplane, cut: () => set(true), mend: () => set(false) }
}

/** Opens processes whose hub is that of the example. They have one table and one backplane. Each has one client. */
function createProcesses() {
  const stored: (Message & { key: string })[] = []
  const table = {
    async insert(key: string, text: string) {
      const known = stored.find((message) => message.key === key)
      const message = known ?? { key, number: stored.length + 1, text }
      if (!known) stored.push(message)
      return { number: message.number, text: message.text }
    },
    findAfter: async (number: number) => stored.slice(number),
  }
  const shared = memoryBackplane()
  const join = async () => {
    const link = createCuttableLink(shared)
    const room = createRoom(table)
    const { origin, hubs } = await openHubServer({
      backplane: link.backplane,
      onBackplane(state) {
        if (state === 'connected') void hubs.context(room).clients.all.send('outageEnded')
      },
    })
    hubs.map('/room', room)
    const connection = new HubConnectionBuilder().withUrl(`${origin}/room`).configureLogging('none').build()
    onTestFinished(() => connection.stop())
    let shown: string[] = []
    await followRoom(connection, (messages) => {
      shown = messages.map(({ text }) => text)
    })
    const say = (text: string, key = text) => connection.invoke('say', key, text)
    return { link, say, shown: () => shown }
  }
  return { table, stored, join }
}

it('in the example of missed messages, a client fetches the messages of its outage even when it has newer messages', async () => {
  const { join } = createProcesses()
  const [near, far] = [await join(), await join()]
  await near.say('before')
  for (const { link } of [near, far]) link.cut()
  await near.say('own')
  await far.say('missed')
  expect(near.shown()).toEqual(['before', 'own'])
  near.link.mend()
  await vi.waitFor(() => expect(near.shown()).toEqual(['before', 'own', 'missed']))
  // The other process is still in its outage.
  await far.say('late')
  far.link.mend()
  for (const { shown } of [near, far])
    await vi.waitFor(() => expect(shown()).toEqual(['before', 'own', 'missed', 'late']))
})

it('in the example of missed messages, a client that gets a message after a gap fetches the messages in the gap', async () => {
  const { table, join } = createProcesses()
  const [near, far] = [await join(), await join()]
  await near.say('before')
  // A process inserts a message, and dies before it sends.
  await table.insert('key', 'missed')
  await near.say('after')
  for (const { shown } of [near, far]) await vi.waitFor(() => expect(shown()).toEqual(['before', 'missed', 'after']))
})

it('in the example of missed messages, a repeated call stores no second message, and sends the stored one again', async () => {
  const { table, stored, join } = createProcesses()
  const [near, far] = [await join(), await join()]
  await table.insert('key', 'Hello')
  expect(far.shown()).toEqual([])
  await near.say('Hello', 'key')
  for (const { shown } of [near, far]) await vi.waitFor(() => expect(shown()).toEqual(['Hello']))
  expect(stored).toHaveLength(1)
})

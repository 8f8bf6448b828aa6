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

it('in the example of missed messages, each client gets the messages of an outage although it has later ones', async () => {
  const stored: Message[] = []
  const table = {
    async insert(text: string) {
      const message = { number: stored.length + 1, text }
      stored.push(message)
      return message
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
    return { link, say: (text: string) => connection.invoke('say', text), shown: () => shown }
  }
  const [near, far] = [await join(), await join()]
  await near.say('before')
  for (const { link } of [near, far]) link.cut()
  await far.say('missed')
  await near.say('own')
  expect(near.shown()).toEqual(['before', 'own'])
  near.link.mend()
  await vi.waitFor(() => expect(near.shown()).toEqual(['before', 'missed', 'own']))
  // The other process is still in its outage.
  await far.say('late')
  far.link.mend()
  for (const { shown } of [near, far])
    await vi.waitFor(() => expect(shown()).toEqual(['before', 'missed', 'own', 'late']))
})

import { setTimeout } from 'node:timers/promises'
import { HubConnectionBuilder } from '@microsoft/signalr'
import { expect, it, onTestFinished, vi } from 'vitest'
import { finishCalls } from '../examples/finish-calls.ts'
import { defineHub, type HubFilter, memoryBackplane } from '../hub.ts'
import { openHubServer } from '../testing/serve-hub.ts'

/** Closes a process while a method runs, and then lets the method send. The other process has a client. */
async function closeDuringCall(filters: HubFilter[]) {
  const backplane = memoryBackplane()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const sent = vi.fn()
  const join = async () => {
    const hub = defineHub({
      client: {} as { said(text: string): void },
      onDisconnected: () => void order.push('onDisconnected'),
      filters,
    }).methods({
      async say(ctx, text: string) {
        order.push('called')
        await gate.promise
        await ctx.clients.all.send('said', text).then(sent)
      },
      ping: () => {},
    })
    // The backplane of a process that closes delivers nothing to it afterwards, and stays open for the other process.
    let isOpen = true
    const { origin, hubs, clock } = await openHubServer({
      backplane: {
        ...backplane,
        publish: async (...args) => void (isOpen && (await backplane.publish(...args))),
        close: async () => {
          isOpen = false
        },
      },
    })
    hubs.map('/chat', hub)
    const connection = new HubConnectionBuilder().withUrl(`${origin}/chat`).configureLogging('none').build()
    onTestFinished(() => connection.stop())
    await connection.start()
    return { hubs, clock, connection }
  }
  const [near, far] = [await join(), await join()]
  const heard = vi.fn()
  far.connection.on('said', heard)
  const call = near.connection.invoke('say', 'Hello').catch((error) => error)
  await vi.waitFor(() => expect(order).toEqual(['called']))
  const closing = near.hubs.close().then(() => order.push('closed'))
  await vi.waitFor(() => expect(order).toContain('onDisconnected'))
  /** Whether the client at the other process has got the message. */
  const isHeard = async () => {
    await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce())
    await far.connection.invoke('ping')
    return heard.mock.calls.length > 0
  }
  return { near, order, gate, call, closing, isHeard }
}

it('without the filter of the example, close does not wait for a running method, whose send resolves and reaches nobody', async () => {
  const { gate, call, closing, isHeard } = await closeDuringCall([])
  await closing
  gate.resolve()
  expect([await isHeard(), String(await call)]).toEqual([false, expect.stringContaining('Error')])
})

it('with the filter of the example, close waits for a running method, whose message reaches another process', async () => {
  const { order, gate, call, closing, isHeard } = await closeDuringCall([finishCalls])
  // The client's call has rejected, so its connection has ended.
  expect(String(await call)).toContain('Error')
  // Without the filter, close would end within this time.
  await setTimeout(300)
  expect(order).toEqual(['called', 'onDisconnected'])
  gate.resolve()
  await closing
  expect([await isHeard(), order]).toEqual([true, ['called', 'onDisconnected', 'closed']])
})

it('with the filter of the example, close waits for a method no longer than graceMs', async () => {
  const { near, order, closing } = await closeDuringCall([finishCalls])
  near.clock.advance(5_000)
  await closing
  expect(order.at(-1)).toBe('closed')
})

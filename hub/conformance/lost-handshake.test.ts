import { describe, expect } from 'vitest'
import { createTestForEveryClient, webSocketPairs } from '../testing/every-client.ts'

const settings = {
  pairs: webSocketPairs,
  hub: { statefulReconnect: true },
  tolerates: /WebSocket|Server returned an error on close/,
}

describe('a handshake whose response is lost', () => {
  const test = createTestForEveryClient()

  test(
    '[hub 54] a stateful client that loses the handshake response of a reconnect gets a new connection',
    async ({ server, play }) => {
      const returning = play(
        async ({ connection }) => {
          const told: unknown[] = []
          const isTold = new Promise<void>((resolve) => {
            connection.on('told', (text) => {
              told.push(text)
              if (text === 'last') resolve()
            })
          })
          const isBack = new Promise((resolve) => connection.onreconnected(resolve))
          await connection.send('collect', 'before')
          await connection.send('note', 'here', null)
          await isBack
          await connection.send('collect', 'after')
          await isTold
          return { told, id: connection.connectionId }
        },
        undefined,
        { stateful: true, reconnectMs: [0, 0, 0, 0] },
      )
      await server.journal.seen('here')
      server.withhold()
      // The server ends the connection of the silent client. The client then begins a new handshake.
      server.clock.advance(31_000)
      await server.journal.seen('connected', 2)
      server.cut()
      await server.journal.seen('collected', 2)
      await server.context.clients.all.send('told', 'last')
      const { told, id } = await returning
      expect(told).toEqual(['last'])
      expect(server.journal.all('connected')).toHaveLength(3)
      expect(server.journal.all('connected')[2]).toBe(id)
      expect(server.journal.all('collected')).toEqual(['before', 'after'])
    },
    settings,
  )

  test(
    '[hub 54] start() rejects when a stateful client loses the handshake response, and its next start() connects',
    async ({ server, play }) => {
      server.withhold()
      const starting = play(
        async ({ connection }) => {
          const reason = await connection.start().catch((error) => error.message)
          await connection.start()
          return { reason, echo: await connection.invoke('echo', 'here') }
        },
        undefined,
        { stateful: true, isManual: true },
      )
      await server.journal.seen('connected')
      server.cut()
      expect(await starting).toEqual({ reason: expect.stringContaining('1006'), echo: 'here' })
    },
    settings,
  )
})

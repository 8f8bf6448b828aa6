import { describe, expect } from 'vitest'
import { CallRefused, ClientResultFailed, type ClientResultFailure } from '../hub.ts'
import type { ConformanceServer } from '../testing/conformance-server.ts'
import { createTestForEveryClient } from '../testing/every-client.ts'

/** Returns the error that a call of `confirm` at the only client of a server must cause. */
function failedResult(server: ConformanceServer, text: string, reason?: ClientResultFailure): ClientResultFailed {
  const [id] = server.journal.all('connected')
  return new ClientResultFailed(`The client ${id} gave no result for 'confirm': ${text}`, reason)
}

describe('calls', () => {
  const test = createTestForEveryClient()

  test('[hub 19] a client connects over every transport with every protocol', async ({ server, pair, play }) => {
    const connectionId = await play(async ({ connection }) => {
      await connection.invoke('note', 'here', null)
      return connection.connectionId
    })
    expect(await server.journal.seen('connected')).toEqual([connectionId])
    expect(await server.journal.seen('disconnected')).toEqual([{ connectionId, error: undefined }])
    expect(server.hub.metrics()['/hub']?.connections.total, pair.transport).toBe(1)
  })

  test('[hub 24] returns non-ASCII text unchanged', async ({ play }) => {
    const text = 'Grüße, 世界 \u{1f30d} \u2028 \u0000 "\\ \u001e end'
    expect(await play(({ connection }, text) => connection.invoke('echo', text), text)).toBe(text)
  })

  test('[hub 25] a call by send() gets no Completion message', async ({ server, play }) => {
    const said = await play(async ({ connection }) => {
      await connection.send('note', 'sent', 'by send')
      return connection.invoke('echo', 'after it')
    })
    expect(said).toBe('after it')
    expect(server.journal.all('sent')).toEqual(['by send'])
    // The server has sent only the Completion of the call to `echo`.
    expect(server.hub.metrics()['/hub']?.messages.sent).toBe(1)
  })

  test('[hub 26] a call of an unknown method gets the error text of .NET, and the connection stays open', async ({
    server,
    play,
  }) => {
    const answers = await play(async ({ connection }) => [
      await connection.invoke('Nowhere').catch((error) => error.message),
      await connection.invoke('echo', 'alive'),
    ])
    expect(answers).toEqual(["Unknown hub method 'Nowhere'", 'alive'])
    expect(server.errors.splice(0)).toEqual([expect.any(CallRefused)])
  })

  test('[hub 27] by default, the client does not get the message of an error that a method throws', async ({
    server,
    play,
  }) => {
    const answers = await play(async ({ connection }) => [
      await connection.invoke('boom').catch((error) => error.message),
      await connection.invoke('echo', 'alive'),
    ])
    expect(answers).toEqual(["An unexpected error occurred invoking 'boom' on the server.", 'alive'])
    expect(server.errors.splice(0)).toEqual([new Error('The password is 1234.')])
  })

  test(
    '[hub 27] with detailedErrors, the client gets the message of an error that a method throws',
    async ({ server, play }) => {
      const answer = await play(({ connection }) => connection.invoke('boom').catch((error) => error.message))
      expect(answer).toBe("An unexpected error occurred invoking 'boom' on the server. Error: The password is 1234.")
      server.errors.length = 0
    },
    { hub: { detailedErrors: true } },
  )

  test('[hub 28] the client gets the message of a HubError that a method throws', async ({ play }) => {
    expect(await play(({ connection }) => connection.invoke('refuse').catch((error) => error.message))).toBe(
      "An unexpected error occurred invoking 'refuse' on the server. HubException: Not today.",
    )
  })

  test('[hub 29] [hub 30] a call resolves to undefined when its method returns nothing, and to null when it returns null', async ({
    play,
  }) => {
    const kinds = await play(async ({ connection }) => {
      const nothing = await connection.invoke('nothing')
      const nil = await connection.invoke('nil')
      return [typeof nothing, nil === null, (await connection.invoke('echo', null)) === null]
    })
    expect(kinds).toEqual(['undefined', true, true])
  })

  test('[hub 31] false, 0 and "" are returned unchanged', async ({ play }) => {
    const values = [false, 0, '', [], {}, [null, [false]], { a: { b: 0 } }, -1.5, 2 ** 53 - 1, true]
    const back = await play(async ({ connection }, values) => {
      const back: unknown[] = []
      for (const value of values) back.push(await connection.invoke('echo', value))
      return back
    }, values)
    expect(back).toEqual(values)
  })

  test(
    '[hub 32] MessagePack keeps the types and values of Uint8Array and Date in both directions',
    async ({ play }) => {
      const seen = await play(async ({ connection }) => {
        const bytes = await connection.invoke('echo', new Uint8Array([0, 1, 30, 128, 255]))
        const date = await connection.invoke('echo', new Date('2031-02-03T04:05:06.789Z'))
        return {
          kinds: [bytes instanceof Uint8Array, date instanceof Date],
          there: [await connection.invoke('kindOf', new Uint8Array(1)), await connection.invoke('kindOf', new Date())],
          bytes: [...bytes],
          date: date.toISOString(),
        }
      })
      expect(seen).toEqual({
        kinds: [true, true],
        there: ['Uint8Array', 'Date'],
        bytes: [0, 1, 30, 128, 255],
        date: '2031-02-03T04:05:06.789Z',
      })
    },
    {
      pairs: [
        { transport: 'WebSockets', protocol: 'messagepack' },
        { transport: 'LongPolling', protocol: 'messagepack' },
      ],
    },
  )

  test('[hub 33] a call finds a method whose name differs only in upper and lower case', async ({ play }) => {
    const answers = await play(({ connection }) =>
      Promise.all([connection.invoke('ECHO', 1), connection.invoke('Echo', 2), connection.invoke('kindof', 'x')]),
    )
    expect(answers).toEqual([1, 2, 'String'])
  })

  test('[hub 34] a method that calls the client receives the result of the client', async ({ play }) => {
    const answers = await play(async ({ connection }) => {
      connection.on('confirm', async (question) => (question === null ? false : { question }))
      return [await connection.invoke('ask', 'Really?'), await connection.invoke('ask', null)]
    })
    expect(answers).toEqual([{ question: 'Really?' }, false])
  })

  test(
    '[hub 34] a call to a client rejects when the client throws',
    async ({ server, play }) => {
      const answer = await play(({ connection }) => {
        connection.on('confirm', () => {
          throw new Error('Never.')
        })
        return connection.invoke('ask', 'Really?').catch((error) => error.message)
      })
      expect(answer).toBe("An unexpected error occurred invoking 'ask' on the server.")
      expect(server.errors.splice(0)).toEqual([failedResult(server, 'Error: Never.')])
    },
    { tolerates: /A callback for the method 'confirm' threw error/ },
  )

  test(
    '[hub 34] a call to a client rejects when the client has no such method',
    async ({ server, play }) => {
      const answer = await play(({ connection }) => connection.invoke('ask', '?').catch((error) => error.message))
      expect(answer).toBe("An unexpected error occurred invoking 'ask' on the server.")
      expect(server.errors.splice(0)).toEqual([failedResult(server, "Client didn't provide a result.")])
    },
    { tolerates: /No client method with the name 'confirm'|No result given for 'confirm'/ },
  )

  test('[hub 34] a call to a client rejects after its timeout', async ({ server, play }) => {
    const answering = play(({ connection }) => {
      connection.on('confirm', () => {
        void connection.invoke('note', 'asked', null)
        return new Promise(() => {})
      })
      return connection.invoke('ask', '?').catch((error) => error.message)
    })
    await server.journal.seen('asked')
    server.clock.advance(5_000)
    expect(await answering).toBe("An unexpected error occurred invoking 'ask' on the server.")
    expect(server.errors.splice(0)).toEqual([
      failedResult(server, 'The client did not answer within 5000 ms.', 'timed-out'),
    ])
  })

  test('[hub 35] a pending call to a client rejects when the client disconnects', async ({ server, play }) => {
    await play(async ({ connection }) => {
      const asked = new Promise<void>((resolve) => {
        connection.on('confirm', () => {
          resolve()
          return new Promise(() => {})
        })
      })
      await connection.send('askAndNote')
      await asked
    })
    expect(await server.journal.seen('ask failed')).toEqual([failedResult(server, 'The client is gone.', 'gone')])
  })

  test('a method with `parse` runs only when `parse` accepts the arguments', async ({ server, play }) => {
    const answers = await play(async ({ connection }) => [
      await connection.invoke('greet', 'Ann'),
      await connection.invoke('greet', '').catch((error) => error.message),
      await connection.invoke('greet', 7).catch((error) => error.message),
    ])
    expect(answers).toEqual([
      'Hello, Ann',
      "Failed to invoke 'greet' due to an error on the server. HubException: A name has letters.",
      "Failed to invoke 'greet' due to an error on the server.",
    ])
    expect(server.errors.splice(0)).toMatchObject([
      { cause: new TypeError('The inner structure of the hub is secret.') },
    ])
  })
})

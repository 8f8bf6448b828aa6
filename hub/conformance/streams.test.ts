import { describe, expect } from 'vitest'
import { CallRefused, HubError } from '../hub.ts'
import { createTestForEveryClient } from '../testing/every-client.ts'

describe('streams', () => {
  const test = createTestForEveryClient()

  test('[hub 36] all items of a stream arrive in order before the stream completes', async ({ play }) => {
    const items = await play(
      ({ connection }) =>
        new Promise<unknown[]>((resolve, reject) => {
          const items: unknown[] = []
          connection
            .stream('count', 200)
            .subscribe({ next: (item) => items.push(item), complete: () => resolve(items), error: reject })
        }),
    )
    expect(items).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  })

  test('[hub 37] dispose() of a stream aborts its generator, and the connection stays open', async ({
    server,
    play,
  }) => {
    const echo = await play(async ({ connection }) => {
      await new Promise<void>((resolve, reject) => {
        const subscription = connection.stream('endless').subscribe({
          next: (item) => {
            if (item !== 5) return
            subscription.dispose()
            resolve()
          },
          complete: () => reject(new Error('It has no end.')),
          error: reject,
        })
      })
      return connection.invoke('echo', 'alive')
    })
    expect(echo).toBe('alive')
    await server.journal.seen('endless finalised')
    expect(server.journal.all('endless aborted')).toHaveLength(1)
  })

  test('[hub 37] dispose() of a stream aborts its generator while the generator waits', async ({ server, play }) => {
    await play(
      ({ connection }) =>
        new Promise<void>((resolve, reject) => {
          const subscription = connection.stream('silent').subscribe({
            next: () => {
              subscription.dispose()
              connection.invoke('echo', 'alive').then(() => resolve(), reject)
            },
            complete: () => {},
            error: reject,
          })
        }),
    )
    await server.journal.seen('silent aborted')
  })

  test('[hub 37] a method whose stream is cancelled before its first item can still call the client', async ({
    play,
  }) => {
    const items = await play(
      ({ connection }) =>
        new Promise<unknown[]>((resolve, reject) => {
          const items: unknown[] = []
          connection.on('done', () => connection.invoke('echo', 'alive').then(() => resolve(items), reject))
          connection
            .stream('mute')
            .subscribe({ next: (item) => items.push(item), complete: () => {}, error: reject })
            .dispose()
        }),
    )
    expect(items).toEqual([])
  })

  test('[hub 37] a disconnect of the client ends the generators of its streams', async ({ server, play }) => {
    await play(
      ({ connection }) =>
        new Promise<void>((resolve) => {
          connection.stream('endless').subscribe({ next: () => resolve(), complete: () => {}, error: () => {} })
        }),
    )
    await server.journal.seen('endless finalised')
  })

  test('[hub 38] the error of a stream arrives after the items that were sent before the error', async ({ play }) => {
    const seen = await play(
      ({ connection }) =>
        new Promise<unknown[]>((resolve, reject) => {
          const seen: unknown[] = []
          connection.stream('failing').subscribe({
            next: (item) => seen.push(item),
            complete: () => reject(new Error('It fails.')),
            error: (error) => resolve([...seen, error.message]),
          })
        }),
    )
    expect(seen).toEqual([1, 2, 'An error occurred on the server while streaming results. HubException: No three.'])
  })

  test(
    '[hub 38] with detailedErrors, a stream fails with the error that its method throws before it returns the items',
    async ({ server, play }) => {
      const seen = await play(
        ({ connection }) =>
          new Promise<unknown>((resolve) => {
            connection.stream('unbegun').subscribe({
              next: resolve,
              complete: () => resolve('complete'),
              error: ({ message }) => resolve(message),
            })
          }),
      )
      expect(seen).toBe(
        "An unexpected error occurred invoking 'unbegun' on the server. Error: There is nothing to count.",
      )
      expect(server.errors.splice(0)).toEqual([new Error('There is nothing to count.')])
    },
    { hub: { detailedErrors: true } },
  )

  test('[hub 39] invoke() fails for a stream method, and stream() fails for any other method, with the error texts of .NET', async ({
    server,
    play,
  }) => {
    const texts = await play(async ({ connection }) => [
      await connection.invoke('count', 3).catch((error) => error.message),
      await new Promise((resolve) => {
        connection.stream('echo', 3).subscribe({
          next: resolve,
          complete: () => resolve('complete'),
          error: (error) => resolve(error.message),
        })
      }),
    ])
    expect(texts).toEqual([
      "The client attempted to invoke the streaming 'count' method with a non-streaming invocation.",
      "The client attempted to invoke the non-streaming 'echo' method with a streaming invocation.",
    ])
    expect(server.errors.splice(0)).toEqual([expect.any(CallRefused), expect.any(CallRefused)])
  })

  test('[hub 40] all items of an upload arrive when the upload has more items than its buffer holds', async ({
    play,
  }) => {
    const sum = await play(async ({ connection, signalR }) => {
      const numbers = new signalR.Subject<number>()
      const sum = connection.invoke('sum', numbers)
      for (let i = 1; i <= 60; i++) numbers.next(i)
      numbers.complete()
      return sum
    })
    expect(sum).toBe(1_830)
  })

  test('[hub 40] a method can read an upload and return a stream', async ({ play }) => {
    const doubled = await play(
      ({ connection, signalR }) =>
        new Promise<unknown[]>((resolve, reject) => {
          const numbers = new signalR.Subject<number>()
          const doubled: unknown[] = []
          connection.stream('doubled', numbers).subscribe({
            next: (item) => {
              doubled.push(item)
              if (doubled.length < 5) numbers.next(doubled.length)
              else numbers.complete()
            },
            complete: () => resolve(doubled),
            error: reject,
          })
          numbers.next(0)
        }),
    )
    expect(doubled).toEqual([0, 2, 4, 6, 8])
  })

  test('[hub 40] a method receives the error of an upload after the items that were sent before the error', async ({
    server,
    play,
  }) => {
    const message = await play(({ connection, signalR }) => {
      const items = new signalR.Subject<string>()
      const end = connection.invoke('received', items).catch((error) => error.message)
      items.next('one')
      items.error(new Error('The disk is full.'))
      return end
    })
    expect(server.journal.all('item')).toEqual(['one'])
    expect(server.journal.all('upload failed')).toEqual([new HubError('The disk is full.')])
    expect(message).toBe(
      "An unexpected error occurred invoking 'received' on the server. HubException: The disk is full.",
    )
  })

  test('[hub 40] all items of an upload arrive when the call has no invocation id', async ({ server, play }) => {
    await play(async ({ connection, signalR }) => {
      const items = new signalR.Subject<string>()
      await connection.send('received', items)
      items.next('one')
      items.next('two')
      items.complete()
      await new Promise<void>((resolve) => connection.on('done', resolve))
    })
    expect(server.journal.all('item')).toEqual(['one', 'two'])
  })

  test('[hub 40] a disconnect of the client ends its uploads with an error', async ({ server, play }) => {
    await play(async ({ connection, signalR }) => {
      const items = new signalR.Subject<string>()
      await connection.send('received', items)
      items.next('one')
      await connection.invoke('note', 'one is on its way', null)
    })
    expect(await server.journal.seen('upload failed')).toEqual([new HubError('The client is gone.')])
  })

  test('[hub 41] a call with a wrong number of uploaded streams is refused', async ({ server, play }) => {
    const texts = await play(async ({ connection, signalR }) => [
      await connection.invoke('sum', 1).catch((error) => error.message),
      await connection.invoke('echo', new signalR.Subject()).catch((error) => error.message),
      await connection.invoke('echo', 'alive'),
    ])
    expect(texts).toEqual([
      "An unexpected error occurred invoking 'sum' on the server. HubException: Client sent 0 stream(s), Hub method expects 1.",
      "An unexpected error occurred invoking 'echo' on the server. HubException: Client sent 1 stream(s), Hub method expects 0.",
      'alive',
    ])
    expect(server.errors.splice(0)).toEqual([expect.any(CallRefused), expect.any(CallRefused)])
  })
})

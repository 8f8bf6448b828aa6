import { expect, it, vi } from 'vitest'
import { mapRooms } from '../examples/rooms.ts'
import { type Backplane, memoryBackplane } from '../hub.ts'
import { RawClient } from '../testing/raw-client.ts'
import { openHubServer } from '../testing/serve-hub.ts'

async function serveRooms(shared: Backplane) {
  const process = { isAlive: true }
  // A killed process publishes nothing, and no other process is told of its end.
  const backplane: Backplane = {
    ...shared,
    publish: async (...args) => (process.isAlive ? shared.publish(...args) : undefined),
  }
  const { hubs, origin, clock } = await openHubServer({ backplane })
  mapRooms(hubs)
  const join = async (user: string) => {
    const client = await RawClient.connect(`${origin}/rooms?user=${user}`)
    client.send({ type: 1, invocationId: '1', target: 'join', arguments: ['garden'] })
    await vi.waitFor(() => expect(client.received.find(({ type }) => type === 3)?.result).toContain(user))
    return client
  }
  return { process, clock, join }
}

const heard = ({ received }: RawClient) => received.filter(({ target }) => target === 'present').at(-1)?.arguments

async function serveTwo() {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const shared = memoryBackplane()
  const [near, far] = [await serveRooms(shared), await serveRooms(shared)]
  const ann = await near.join('ann')
  /**
   * Advances the clocks until the newest list of users that ann received is `users`. At each step, the processes ask
   * each other for their members again.
   */
  const until = (...users: string[]) =>
    vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      near.clock.advance(2_000)
      expect(heard(ann)).toEqual(['garden', users])
    })
  return { near, far, until }
}

it('in the rooms example, members leave their room when they disconnect, or a minute after their process is killed', async () => {
  const { near, far, until } = await serveTwo()
  const cat = await near.join('cat')
  await far.join('bob')
  await until('ann', 'bob', 'cat')
  far.process.isAlive = false
  cat.webSocket.terminate()
  await until('ann', 'bob')
  near.clock.advance(60_000)
  await until('ann')
})

it('in the rooms example, members also leave when their process is killed before list() has returned them', async () => {
  const { near, far, until } = await serveTwo()
  await far.join('bob')
  far.process.isAlive = false
  near.clock.advance(62_000)
  await until('ann')
})

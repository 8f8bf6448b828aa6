import { expect, it, vi } from 'vitest'
import { mapRooms } from '../examples/rooms.ts'
import { type Backplane, memoryBackplane } from '../hub.ts'
import { RawClient } from '../testing/raw-client.ts'
import { openHubServer } from '../testing/serve-hub.ts'

async function serveRooms(shared: Backplane) {
  const process = { isAlive: true, published: 0, held: null as (() => unknown)[] | null }
  // A killed process publishes nothing, and no other process is told of its end.
  const backplane: Backplane = {
    ...shared,
    async publish(...args) {
      process.published++
      if (process.held) process.held.push(() => shared.publish(...args))
      else if (process.isAlive) await shared.publish(...args)
    },
  }
  const { hubs, origin, clock } = await openHubServer({ backplane })
  mapRooms(hubs)
  const connect = (user: string) => RawClient.connect(`${origin}/rooms?user=${user}`)
  const join = async (user: string) => {
    const client = await connect(user)
    client.send(callOf('join'))
    await vi.waitFor(() => expect(resultOf(client)?.result).toContain(user))
    return client
  }
  return { process, clock, connect, join }
}

const callOf = (target: string) => ({ type: 1, invocationId: target, target, arguments: ['garden'] })
const resultOf = ({ received }: RawClient, call = 'join') =>
  received.find(({ type, invocationId }) => type === 3 && invocationId === call)
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
  return { near, far, ann, until }
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

it('in the rooms example, the newest list stays when the answers of another process arrive out of order', async () => {
  const { near, far, ann } = await serveTwo()
  const [bob, cat, dan] = [await far.connect('bob'), await near.connect('cat'), await near.connect('dan')]
  const held: (() => unknown)[] = []
  far.process.held = held
  // The answer for cat is older than the answer for dan, which has bob.
  for (const client of [cat, bob, dan]) {
    client.send(callOf('join'))
    await client.delivered()
  }
  far.process.held = null
  for (const publish of held.reverse()) publish()
  await vi.waitFor(() => expect([resultOf(cat), resultOf(dan)]).not.toContain(undefined))
  await ann.delivered()
  expect(heard(ann)).toEqual(['garden', ['ann', 'bob', 'cat', 'dan']])
})

it('in the rooms example, a client that leaves is on no later list, and gets no later list', async () => {
  const { near, until } = await serveTwo()
  const bob = await near.join('bob')
  await until('ann', 'bob')
  bob.send(callOf('leave'))
  await vi.waitFor(() => expect(resultOf(bob, 'leave')).toMatchObject({ invocationId: 'leave' }))
  await until('ann')
  await bob.delivered()
  expect(heard(bob)).not.toEqual(['garden', ['ann']])
})

it.each(['leaves', 'disconnects'])(
  'in the rooms example, a process no longer asks for the members of a room when its last client %s',
  async (how) => {
    const { near, far, ann, until } = await serveTwo()
    await far.join('bob')
    await until('ann', 'bob')
    if (how === 'leaves') ann.send(callOf('leave'))
    else ann.webSocket.terminate()
    await vi.waitFor(async () => {
      near.process.published = 0
      await vi.advanceTimersByTimeAsync(5_000)
      // The answer to the other process, which still asks for its own client.
      expect(near.process.published).toBe(1)
    })
  },
)

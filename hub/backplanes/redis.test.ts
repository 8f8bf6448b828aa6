import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCuttableLink } from '../testing/cuttable-link.ts'
import { Inbox } from '../testing/inbox.ts'
import { type RedisServer, startRedis } from '../testing/redis-server.ts'
import { findFreePort } from '../testing/server-program.ts'
import { waitForBackplaneConnection } from '../testing/when-connected.ts'
import type { Backplane, BackplaneState } from './backplane.ts'
import { declareBackplaneTests, declareOutageTests } from './backplane-tests.ts'
import { redisBackplane } from './redis.ts'

let server: RedisServer
let admin: Redis

beforeAll(async () => {
  server = await startRedis()
  admin = new Redis(server.url)
}, 120_000)

afterAll(async () => {
  await admin.quit()
  await server.stop()
})

async function open(url: string, prefix: string): Promise<Backplane> {
  const once = { enableOfflineQueue: false, autoResendUnfulfilledCommands: false }
  const backplane = redisBackplane({
    publisher: new Redis(url, { connectionName: `${prefix}-publisher`, ...once }),
    subscriber: new Redis(url, { connectionName: `${prefix}-subscriber` }),
    prefix,
  })
  await waitForBackplaneConnection(backplane)
  return backplane
}

describe('each backplane over Redis', () =>
  declareBackplaneTests(it, () => {
    const prefix = randomUUID()
    return () => open(server.url, prefix)
  }))

describe('a Redis backplane that loses its server', () =>
  declareOutageTests(it, async () => {
    const [prefix, link] = [randomUUID(), await openCuttableLink(server.url)]
    return { near: await open(link.url, prefix), far: await open(server.url, prefix), link }
  }))

describe('a Redis backplane', () => {
  it('subscribes in Redis only to topics that have a subscriber in this process', async () => {
    const prefix = randomUUID()
    const backplane = await open(server.url, prefix)
    const [first, second] = [await backplane.subscribe('a', () => {}), await backplane.subscribe('a', () => {})]
    await backplane.subscribe('b', () => {})
    expect(((await admin.pubsub('CHANNELS', `${prefix}:*`)) as string[]).sort()).toEqual([`${prefix}:a`, `${prefix}:b`])
    await first()
    expect(await admin.pubsub('CHANNELS', `${prefix}:a`)).toEqual([`${prefix}:a`])
    await second()
    expect(await admin.pubsub('CHANNELS', `${prefix}:a`)).toEqual([])
    await backplane.close()
  })

  it('is disconnected from the start, with the cause, when nothing listens at the address of the server', async () => {
    const port = await findFreePort()
    const url = `redis://127.0.0.1:${port}`
    const [publisher, subscriber] = [new Redis(url), new Redis(url)]
    const backplane = redisBackplane({ publisher, subscriber, prefix: 'p' })
    const changes = new Inbox<unknown[]>()
    backplane.onChange((...change) => changes.receive(change))
    expect(await changes.atLeast(1)).toMatchObject([['disconnected', { code: 'ECONNREFUSED', port }]])
    expect(backplane.name).toBe('Redis')
    await backplane.close()
  })

  it('is disconnected, with the cause, when the server refuses the password', async () => {
    const url = server.url.replace('redis://', 'redis://nobody:wrong@')
    const [publisher, subscriber] = [new Redis(url), new Redis(url)]
    const backplane = redisBackplane({ publisher, subscriber, prefix: 'p' })
    const changes = new Inbox<unknown[]>()
    backplane.onChange((...change) => changes.receive(change))
    expect(await changes.atLeast(1)).toMatchObject([
      ['disconnected', { message: expect.stringContaining('WRONGPASS') }],
    ])
    await backplane.close()
  })

  it('is disconnected, with the cause, when the server refuses a first or a later subscription', async () => {
    const [user, prefix] = [randomUUID(), randomUUID()]
    await admin.call('ACL', 'SETUSER', user, 'on', 'nopass', '+@all', 'resetchannels', `&${prefix}:allowed`)
    const url = server.url.replace('redis://', `redis://${user}:any@`)
    const refused = ['disconnected', { message: expect.stringContaining('NOPERM') }]
    const now = await open(url, prefix)
    const changes = new Inbox<unknown[]>()
    now.onChange((...change) => changes.receive(change))
    await now.subscribe('allowed', () => {})
    expect(changes.received).toEqual([])
    await now.subscribe('refused', () => {})
    expect(changes.received).toMatchObject([refused])
    await now.close()
    const atStart = redisBackplane({ publisher: new Redis(url), subscriber: new Redis(url), prefix })
    await atStart.subscribe('refused', () => {})
    const first = new Inbox<unknown[]>()
    atStart.onChange((...change) => first.receive(change))
    expect(await first.atLeast(1)).toMatchObject([refused])
    await atStart.publish('allowed', Buffer.from('The subscriber is ready.'))
    expect(first.received).toHaveLength(1)
    await atStart.close()
    await admin.call('ACL', 'DELUSER', user)
  })

  it('is disconnected, with the cause, when the server refuses a message, until the server accepts a message', async () => {
    const [user, prefix] = [randomUUID(), randomUUID()]
    const allow = (...rights: string[]) => admin.call('ACL', 'SETUSER', user, 'on', 'nopass', 'allchannels', ...rights)
    await allow('+@all', '-publish')
    const backplane = await open(server.url.replace('redis://', `redis://${user}:any@`), prefix)
    const [changes, inbox] = [new Inbox<unknown[]>(), new Inbox()]
    backplane.onChange((...change) => changes.receive(change))
    await backplane.subscribe('t', inbox.receive)
    for (const text of ['lost', 'lost too']) await backplane.publish('t', Buffer.from(text))
    expect(changes.received).toMatchObject([['disconnected', { message: expect.stringContaining('NOPERM') }]])
    await allow('+publish')
    await backplane.publish('t', Buffer.from('back'))
    expect(await inbox.atLeast(1)).toEqual([Buffer.from('back')])
    expect((await changes.atLeast(2)).map(([state]) => state)).toEqual(['disconnected', 'connected'])
    await backplane.close()
    await admin.call('ACL', 'DELUSER', user)
  })

  it('is disconnected with a cause also when the server closes the connection without an error', async () => {
    const prefix = randomUUID()
    const backplane = await open(server.url, prefix)
    const changes = new Inbox<unknown[]>()
    backplane.onChange((...change) => changes.receive(change))
    const clients = String(await admin.client('LIST')).split('\n')
    const id = /^id=(\d+)/.exec(clients.find((line) => line.includes(`${prefix}-subscriber`)) ?? '')?.[1] ?? ''
    await admin.client('KILL', 'ID', id)
    const [lost] = await changes.atLeast(1)
    expect(lost).toEqual(['disconnected', new Error('The connection ended without an error.')])
    await backplane.close()
  })

  it('with socketTimeout, is disconnected when the server stops answering, and the pending publish() resolves', async () => {
    const link = await openCuttableLink(server.url)
    const options = { socketTimeout: 200, enableOfflineQueue: false, autoResendUnfulfilledCommands: false }
    const [publisher, subscriber] = [new Redis(link.url, options), new Redis(link.url, { socketTimeout: 200 })]
    const backplane = redisBackplane({ publisher, subscriber, prefix: randomUUID() })
    await waitForBackplaneConnection(backplane)
    const changes = new Inbox<unknown[]>()
    backplane.onChange((...change) => changes.receive(change))
    link.stall()
    await backplane.publish('t', Buffer.from('lost'))
    expect((await changes.atLeast(1)).slice(0, 1)).toMatchObject([
      ['disconnected', { message: expect.stringContaining('Socket timeout') }],
    ])
    expect((await changes.atLeast(2)).map(([state]) => state)).toEqual(['disconnected', 'connected'])
    await backplane.close()
    await link.close()
  })

  it.each(['publisher', 'subscriber'])(
    'reconnects when the Redis server ends the connection of the %s client',
    async (role) => {
      const prefix = randomUUID()
      const backplane = await open(server.url, prefix)
      const [states, inbox] = [new Inbox<BackplaneState>(), new Inbox()]
      backplane.onChange(states.receive)
      await backplane.subscribe('t', inbox.receive)
      const clients = String(await admin.client('LIST')).split('\n')
      const id = clients.find((line) => line.includes(`name=${prefix}-${role}`))?.match(/id=(\d+)/)?.[1]
      await admin.client('KILL', 'ID', Number(id))
      expect(await states.atLeast(2)).toEqual(['disconnected', 'connected'])
      await backplane.publish('t', Buffer.from('back'))
      expect(await inbox.atLeast(1)).toEqual([Buffer.from('back')])
      expect(states.received).toHaveLength(2)
      await backplane.close()
    },
  )

  it('subscribes to 2,500 channels by three commands when the Redis clients become ready', async () => {
    const commands: string[][] = []
    const createClient = () => {
      const subscribe = async (...channels: string[]) => void commands.push(channels)
      const methods = { publish: async () => 1, subscribe, unsubscribe: async () => 1, disconnect() {} }
      return Object.assign(new EventEmitter(), { status: 'connecting', ...methods })
    }
    const [publisher, subscriber] = [createClient(), createClient()]
    const backplane = redisBackplane({ publisher, subscriber, prefix: 'p' })
    const states: BackplaneState[] = []
    backplane.onChange((state) => states.push(state))
    for (let n = 0; n < 2_500; n++) await backplane.subscribe(String(n), () => {})
    for (const client of [publisher, subscriber]) client.status = 'ready'
    subscriber.emit('ready')
    await new Promise(setImmediate)
    expect(commands.map(({ length }) => length)).toEqual([1_000, 1_000, 500])
    expect(new Set(commands.flat()).size).toBe(2_500)
    expect(states).toEqual(['connected'])
    await backplane.close()
  })

  it('disconnects both Redis clients when the backplane closes', async () => {
    const [publisher, subscriber] = [new Redis(server.url), new Redis(server.url)]
    const backplane = redisBackplane({ publisher, subscriber, prefix: randomUUID() })
    await waitForBackplaneConnection(backplane)
    const ended = [publisher, subscriber].map((client) => new Promise<void>((resolve) => client.once('end', resolve)))
    await backplane.close()
    await Promise.all(ended)
  })

  it('delivers messages when it is created with Redis clients that are already connected', async () => {
    const [publisher, subscriber] = [new Redis(server.url), new Redis(server.url)]
    await Promise.all(
      [publisher, subscriber].map((client) => new Promise<void>((resolve) => client.once('ready', resolve))),
    )
    const [backplane, inbox] = [redisBackplane({ publisher, subscriber, prefix: randomUUID() }), new Inbox()]
    await backplane.subscribe('t', inbox.receive)
    await backplane.publish('t', Buffer.from('1'))
    expect(await inbox.atLeast(1)).toEqual([Buffer.from('1')])
    await backplane.close()
  })
})

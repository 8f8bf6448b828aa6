import { describe, expect, it } from 'vitest'
import { type Backplane, type Identity, memoryBackplane } from '../hub.ts'
import { createNodeEnvironment } from '../testing/client-environments.ts'
import { serveConformanceHub } from '../testing/conformance-server.ts'
import { transportProtocolPairs } from '../testing/every-client.ts'
import { openPollingAtServerPair, serveLinkedServers, serveServerPair } from '../testing/linked-conformance-servers.ts'
import {
  encodeMessages,
  negotiateConnectionUrl,
  parseJsonMessages,
  RawClient,
  requestUpgradeStatus,
} from '../testing/raw-client.ts'
import { serveRoundRobinProxy } from '../testing/round-robin-proxy.ts'

const second = 1_000
const events = { headers: { Accept: 'text/event-stream' } }
const post = (body: string | Uint8Array<ArrayBuffer>) => ({ method: 'POST', body })
const handshake = post(encodeMessages({ protocol: 'json', version: 1 }))

const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status

describe('requests of one connection that reach different processes', () => {
  it.each(transportProtocolPairs)(
    'over $transport with $protocol, calls, events, streams and client results succeed when the requests go to three processes in turn',
    async (pair) => {
      const servers = await serveLinkedServers(3)
      const { url, counts } = await serveRoundRobinProxy(servers.map(({ origin }) => origin))
      const environment = createNodeEnvironment()
      const seen = await environment.play(
        { url, ...pair },
        async ({ connection, signalR }) => {
          connection.on('confirm', (question) => `yes to ${question}`)
          const items: number[] = []
          const counted = new Promise<void>((complete, error) =>
            connection.stream('count', 5).subscribe({ next: (item) => items.push(item), complete, error }),
          )
          const numbers = new signalR.Subject<number>()
          const sum = connection.invoke('sum', numbers)
          for (const number of [1, 2, 3]) numbers.next(number)
          numbers.complete()
          const echoes: unknown[] = []
          for (const text of ['Grüße', 'x'.repeat(30_000)]) echoes.push(await connection.invoke('echo', text))
          await counted
          return { echoes, items, sum: await sum, asked: await connection.invoke('ask', 'this') }
        },
        undefined,
      )
      expect(seen).toEqual({
        echoes: ['Grüße', 'x'.repeat(30_000)],
        items: [1, 2, 3, 4, 5],
        sum: 6,
        asked: 'yes to this',
      })
      expect(environment.complaints.filter((complaint) => !/404/.test(complaint))).toEqual([])
      const connections = servers.map(({ hub }) => hub.metrics()['/hub']?.connections)
      expect(connections.reduce((sum, { total = 0 } = { total: 0 } as never) => sum + total, 0)).toBe(1)
      expect(connections.map((one) => one?.waiting)).toEqual([0, 0, 0])
      if (pair.transport === 'LongPolling') expect(Math.min(...counts)).toBeGreaterThan(2)
    },
  )

  it('a message arrives in a poll that waits at another process', async () => {
    const { near, farUrl } = await openPollingAtServerPair()
    const polled = fetch(farUrl)
    await fetch(farUrl, post(encodeMessages({ type: 1, target: 'note', arguments: ['here', null] })))
    await near.journal.seen('here')
    await near.context.clients.all.send('told', 'news')
    const answer = await polled
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(parseJsonMessages(await answer.text())).toMatchObject([{ target: 'told', arguments: ['news'] }])
  })

  it('a poll at another process gets an empty answer after 3 s, and the connection stays open', async () => {
    const { afterForwarding, farUrl } = await openPollingAtServerPair()
    const answer = await afterForwarding(3 * second, () => fetch(farUrl))
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await statusOf(farUrl, post(encodeMessages({ type: 6 })))).toBe(200)
  })

  it('a new poll at another process ends the waiting poll with 204', async () => {
    const { nearUrl, farUrl } = await openPollingAtServerPair()
    const polled = fetch(nearUrl)
    await fetch(farUrl, post(encodeMessages({ type: 6 })))
    void fetch(farUrl).catch(() => {})
    expect((await polled).status).toBe(204)
  })

  it('a DELETE at another process ends the connection', async () => {
    const { near, nearUrl, farUrl } = await openPollingAtServerPair()
    const polled = fetch(nearUrl)
    await fetch(farUrl, post(encodeMessages({ type: 6 })))
    expect(await statusOf(farUrl, { method: 'DELETE' })).toBe(202)
    expect((await polled).status).toBe(204)
    expect(await near.journal.seen('disconnected')).toHaveLength(1)
  })

  it('the last messages of a process that shuts down reach a client through another process', async () => {
    const { near, farUrl } = await openPollingAtServerPair()
    const polled = fetch(farUrl)
    await fetch(farUrl, post(encodeMessages({ type: 6 })))
    const closed = near.shutDown()
    expect(parseJsonMessages(await (await polled).text())).toEqual([{ type: 7, allowReconnect: true }])
    expect(await statusOf(farUrl)).toBe(204)
    await closed
  })

  it('after a connection without a transport has moved to another process, only that process counts the connection', async () => {
    const { near, far, negotiated } = await serveServerPair({ limits: { connectionsPerAddress: 1 } })
    const { farUrl } = await negotiated()
    const stream = await fetch(farUrl, events)
    expect(stream.status).toBe(200)
    expect(near.hub.metrics()['/hub']?.connections.waiting).toBe(0)
    expect(far.hub.metrics()['/hub']?.connections.waiting).toBe(1)
    expect(await statusOf(`${near.url}/negotiate?negotiateVersion=1`, { method: 'POST' })).toBe(200)
    expect(await statusOf(`${far.url}/negotiate?negotiateVersion=1`, { method: 'POST' })).toBe(429)
    await stream.body?.cancel()
  })

  it('when two processes request a connection without a transport at the same time, only one gets it', async () => {
    const [home, ...others] = await serveLinkedServers(3)
    if (!home) throw new Error('There is no server.')
    const url = await negotiateConnectionUrl(home)
    const answers = await Promise.all(others.map(({ origin }) => fetch(url.replace(home.origin, origin), events)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const { body } of answers) await body?.cancel()
  })

  it.each(['a connection that moved', 'a connection without a transport'])(
    'after %s has ended, the backplane has no subscription for it',
    async (kind) => {
      const memory = memoryBackplane()
      let subscriptions = 0
      const backplane: Backplane = {
        ...memory,
        async subscribe(topic, receive) {
          const unsubscribe = await memory.subscribe(topic, receive)
          subscriptions++
          return async () => {
            subscriptions--
            await unsubscribe()
          }
        },
      }
      const near = await serveConformanceHub({ backplane })
      const far = await serveConformanceHub({ backplane: { ...backplane, async close() {} } })
      const before = subscriptions
      const nearUrl = await negotiateConnectionUrl(near)
      const farUrl = nearUrl.replace(near.origin, far.origin)
      expect(subscriptions).toBe(before + 1)
      if (kind === 'a connection that moved') {
        await fetch(farUrl)
        await fetch(nearUrl, handshake)
        await fetch(nearUrl, { method: 'DELETE' })
        far.clock.advance(2 * second)
      } else near.clock.advance(16 * second)
      await expect.poll(() => subscriptions).toBe(before)
    },
  )

  it('a wrong request gets the same error status at another process as at the process that has the connection', async () => {
    const { farUrl } = await openPollingAtServerPair()
    expect(await statusOf(farUrl, events)).toBe(400)
    expect(await requestUpgradeStatus(farUrl)).toBe(400)
    expect(await statusOf(farUrl, post(new Uint8Array(1024 * 1024 + 1)))).toBe(413)
    const { negotiated } = await serveServerPair()
    const waiting = await negotiated()
    expect(await statusOf(waiting.farUrl, handshake)).toBe(400)
    expect(await statusOf(waiting.farUrl, { method: 'DELETE' })).toBe(400)
    const stream = await fetch(waiting.nearUrl, events)
    expect(await statusOf(waiting.farUrl, events)).toBe(409)
    await stream.body?.cancel()
  })

  it('a request for the connection of another user is refused with 403 at any process', async () => {
    const identities = new Map<string, Identity>([
      ['a', { userId: 'ann' }],
      ['b', { userId: 'bob' }],
    ])
    const { near, far } = await serveServerPair({ identities })
    const asked = await fetch(`${near.url}/negotiate?negotiateVersion=1&access_token=a`, { method: 'POST' })
    const { connectionToken } = await asked.json()
    const url = (user: string) => `${far.url}?id=${connectionToken}&access_token=${user}`
    expect(await statusOf(url('b'), events)).toBe(403)
    expect(await statusOf(url('b'))).toBe(403)
    const stream = await fetch(url('a'), events)
    expect(stream.status).toBe(200)
    expect(await statusOf(`${near.url}?id=${connectionToken}&access_token=b`, handshake)).toBe(403)
    expect(await statusOf(`${near.url}?id=${connectionToken}&access_token=a`, handshake)).toBe(200)
    await stream.body?.cancel()
  })

  it('a client whose identity has no user id keeps its connection at another process', async () => {
    const { farUrl } = await openPollingAtServerPair({ identities: new Map([['', { userId: undefined }]]) })
    expect(await statusOf(farUrl, post(encodeMessages({ type: 6 })))).toBe(200)
  })

  it('a connection that no process has is answered with 404: an upgrade after 2 s, other requests after 5 s', async () => {
    const { far, afterForwarding } = await serveServerPair()
    const url = `${far.url}?id=unknown`
    expect(await afterForwarding(2 * second, () => requestUpgradeStatus(url))).toBe(404)
    for (const init of [{}, handshake, { method: 'DELETE' }]) {
      expect(await afterForwarding(5 * second, () => statusOf(url, init))).toBe(404)
    }
  })

  it('a stateful client that reconnects at another process gets 404, and its connection ends at both processes', async () => {
    const { near, far, negotiated } = await serveServerPair({ statefulReconnect: true })
    const { nearUrl, farUrl } = await negotiated('negotiateVersion=1&useStatefulReconnect=true')
    const client = await RawClient.connect(nearUrl, { version: 2 })
    client.send({ type: 6 })
    await client.settled()
    expect(await requestUpgradeStatus(farUrl)).toBe(404)
    await client.ended()
    expect(await near.journal.seen('disconnected')).toHaveLength(1)
    expect(far.hub.metrics()['/hub']?.connections.total).toBe(0)
  })
})

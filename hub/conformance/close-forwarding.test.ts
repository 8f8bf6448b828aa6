import { describe, expect, it } from 'vitest'
import type { Backplane } from '../hub.ts'
import {
  createSharedBackplane,
  openPollingAtServerPair,
  serveLinkedServers,
} from '../testing/linked-conformance-servers.ts'
import {
  encodeMessages,
  negotiateConnectionUrl,
  parseJsonMessages,
  requestUpgradeStatus,
} from '../testing/raw-client.ts'

const events = { headers: { Accept: 'text/event-stream' } }
const post = (body: string | Uint8Array<ArrayBuffer>) => ({ method: 'POST', body })
const handshake = post(encodeMessages({ protocol: 'json', version: 1 }))
const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status

describe('forwarded requests while a process closes', () => {
  it('the close of a process answers its forwarded polls at once, and their connections lose no message', async () => {
    const { near, far, nearUrl, farUrl } = await openPollingAtServerPair()
    const polled = fetch(farUrl)
    await fetch(farUrl, post(encodeMessages({ type: 6 })))
    await far.shutDown()
    const answer = await polled
    expect([answer.status, answer.headers.get('connection'), await answer.text()]).toEqual([200, 'close', ''])
    await near.context.clients.all.send('told', 'news')
    expect(parseJsonMessages(await (await fetch(nearUrl)).text())).toMatchObject([{ target: 'told' }])
  })

  it('a process that waits for its own clients in close() still forwards requests', async () => {
    const { near, far, farUrl } = await openPollingAtServerPair()
    const ownUrl = await negotiateConnectionUrl(far)
    await fetch(ownUrl)
    await fetch(ownUrl, handshake)
    const closed = far.shutDown()
    const polled = fetch(farUrl)
    expect(await statusOf(farUrl, post(encodeMessages({ type: 1, target: 'note', arguments: ['here', null] })))).toBe(
      200,
    )
    await near.journal.seen('here')
    await near.context.clients.all.send('told', 'news')
    expect(parseJsonMessages(await (await polled).text())).toMatchObject([{ target: 'told' }])
    while ((await statusOf(ownUrl)) !== 204);
    await closed
  })

  it('while the backplane of a process closes, forwarded requests get an empty answer or 503', async () => {
    const { promise: hasLeft, resolve: leave } = Promise.withResolvers<void>()
    const { promise: isLeaving, resolve: startLeaving } = Promise.withResolvers<void>()
    const link = createSharedBackplane()
    const [near] = await serveLinkedServers(1, { backplane: link })
    const [far] = await serveLinkedServers(1, {
      backplane: {
        ...link,
        close() {
          startLeaving()
          return hasLeft
        },
      },
    })
    if (!near || !far) throw new Error('There are not two servers.')
    const nearUrl = await negotiateConnectionUrl(near)
    const farUrl = nearUrl.replace(near.origin, far.origin)
    await fetch(nearUrl)
    const closed = far.shutDown()
    await isLeaving
    expect(await statusOf(farUrl)).toBe(200)
    expect(await statusOf(farUrl, handshake)).toBe(503)
    expect(await statusOf(farUrl, { method: 'DELETE' })).toBe(503)
    expect(await statusOf(farUrl, events)).toBe(503)
    expect(await requestUpgradeStatus(farUrl)).toBe(503)
    expect(await statusOf(nearUrl, handshake)).toBe(200)
    leave()
    await closed
  })

  it('forwarded requests that get no answer before the grace of close() ends get an empty answer or 503', async () => {
    const { promise: isForwarded, resolve: forward } = Promise.withResolvers<void>()
    let published = 0
    const silent: Backplane = {
      ...createSharedBackplane(),
      async publish(topic) {
        if (topic.includes(':http:') && ++published === 5) forward()
      },
    }
    const [server] = await serveLinkedServers(1, { backplane: silent })
    if (!server) throw new Error('There is no server.')
    const url = `${server.url}?id=elsewhere`
    const statuses = Promise.all([
      statusOf(url),
      statusOf(url, handshake),
      statusOf(url, { method: 'DELETE' }),
      statusOf(url, events),
      requestUpgradeStatus(url),
    ])
    await isForwarded
    await server.hub.close({ graceMs: 0 })
    expect(await statuses).toEqual([200, 503, 503, 503, 503])
  })
})

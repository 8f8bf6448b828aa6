import { describe, expect, it } from 'vitest'
import type { Identity } from '../hub.ts'
import { type ConformanceServer, serveConformanceHub } from '../testing/conformance-server.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import {
  encodeMessages,
  type NegotiateResponse,
  negotiate,
  negotiateConnectionUrl,
  parseJsonMessages,
  RawClient,
  requestUpgradeStatus,
} from '../testing/raw-client.ts'

const eventStream = { headers: { Accept: 'text/event-stream' } }
const handshake = { method: 'POST', body: encodeMessages({ protocol: 'json', version: 1 }) }

/** Opens server-sent events without reading the body. */
async function connectEvents(server: ConformanceServer): Promise<string> {
  const url = await negotiateConnectionUrl(server)
  expect((await fetch(url, eventStream)).status).toBe(200)
  return url
}

/** Opens long polling and completes the handshake. */
async function connectPolls(server: ConformanceServer): Promise<string> {
  const url = await negotiateConnectionUrl(server)
  await fetch(url)
  await fetch(url, handshake)
  expect(await (await fetch(url)).text()).toBe(encodeMessages({}))
  return url
}

const answer = async (answer: Response) => [answer.status, await answer.text()]

describe('HTTP requests to a hub', () => {
  it('[hub 8] a GET, POST or DELETE without a connection id is answered with 400', async () => {
    const { url } = await serveConformanceHub()
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await answer(await fetch(url, { method })), method).toEqual([400, 'Connection ID required'])
    }
    expect(await requestUpgradeStatus(url)).toBe(101)
  })

  it('[hub 9] a request with an unknown connection id is answered with 404', async () => {
    const { url } = await serveConformanceHub()
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await answer(await fetch(`${url}?id=nobody`, { method })), method).toEqual([
        404,
        expect.stringMatching(/^No Connection with that ID/),
      ])
    }
    expect(await requestUpgradeStatus(`${url}?id=nobody`)).toBe(404)
  })

  it('[hub 10] a POST to the URL of a WebSocket connection is answered with 405', async () => {
    const server = await serveConformanceHub()
    const url = await negotiateConnectionUrl(server)
    const client = await RawClient.connect(url)
    expect((await fetch(url, { method: 'POST', body: encodeMessages({ type: 6 }) })).status).toBe(405)
    await client.settled()
  })

  it('[hub 11] DELETE of a connection over server-sent events or WebSocket is answered with 400', async () => {
    const server = await serveConformanceHub()
    expect((await fetch(await connectEvents(server), { method: 'DELETE' })).status).toBe(400)
    const url = await negotiateConnectionUrl(server)
    const client = await RawClient.connect(url)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(400)
    await client.settled()
  })

  it('[hub 12] a second request for server-sent events is refused with 409, and the first stream continues', async () => {
    const server = await serveConformanceHub()
    const url = await negotiateConnectionUrl(server)
    const first = await fetch(url, eventStream)
    expect((await fetch(url, eventStream)).status).toBe(409)
    expect((await fetch(url, handshake)).status).toBe(200)
    const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('data:')) text += (await reader?.read())?.value
    expect(text).toBe(`:\r\n${`data: ${encodeMessages({})}\r\n\r\n`}`)
    await reader?.cancel()
  })

  it('[hub 12] a second WebSocket is refused with 409 when the connection is not stateful', async () => {
    const server = await serveConformanceHub({ statefulReconnect: true })
    const url = await negotiateConnectionUrl(server)
    const client = await RawClient.connect(url)
    expect(await requestUpgradeStatus(url)).toBe(409)
    await client.settled()
  })

  it('[hub 13] a request is refused with 400 when its connection uses another transport', async () => {
    const server = await serveConformanceHub()
    const events = await connectEvents(server)
    expect((await fetch(events)).status).toBe(400)
    expect(await requestUpgradeStatus(events)).toBe(400)
    const polls = await connectPolls(server)
    expect((await fetch(polls, eventStream)).status).toBe(400)
    expect(await requestUpgradeStatus(polls)).toBe(400)
    const webSocket = await negotiateConnectionUrl(server)
    const client = await RawClient.connect(webSocket)
    expect((await fetch(webSocket)).status).toBe(400)
    expect((await fetch(webSocket, eventStream)).status).toBe(400)
    await client.settled()
  })

  it('[hub 13] requests for a disabled transport are answered with 404', async () => {
    const events = await serveConformanceHub({ transports: ['ServerSentEvents'] })
    expect((await negotiate(events)).availableTransports).toEqual([
      { transport: 'ServerSentEvents', transferFormats: ['Text'] },
    ])
    expect((await fetch(await negotiateConnectionUrl(events))).status).toBe(404)
    expect(await requestUpgradeStatus(await negotiateConnectionUrl(events))).toBe(404)
    expect(await requestUpgradeStatus(events.url)).toBe(404)
    const polls = await serveConformanceHub({ transports: ['LongPolling'] })
    expect((await fetch(await negotiateConnectionUrl(polls), eventStream)).status).toBe(404)
  })

  it('[hub 14] PUT and PATCH are answered with 405', async () => {
    const server = await serveConformanceHub()
    expect((await fetch(await connectPolls(server), { method: 'PUT', body: '' })).status).toBe(405)
    expect((await fetch(server.url, { method: 'PATCH', body: '' })).status).toBe(405)
  })

  it('answers 404 to unknown paths below the path of the hub, and leaves other paths to the application', async () => {
    const { url, origin } = await serveConformanceHub()
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
    expect(await requestUpgradeStatus(`${url}/negotiate`)).toBe(404)
    expect(await requestUpgradeStatus(`${origin}/elsewhere`)).toBe(404)
    expect(await (await fetch(`${origin}/hubs`)).text()).toContain('<!doctype html>')
  })
})

describe('long polling', () => {
  it('[hub 45] the first poll gets an empty answer at once', async () => {
    const server = await serveConformanceHub()
    const response = await fetch(await negotiateConnectionUrl(server))
    expect(await answer(response)).toEqual([200, ''])
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  it('[hub 46] a poll gets an empty answer after the timeout when there are no messages', async () => {
    const server = await serveConformanceHub()
    const url = await connectPolls(server)
    const poll = fetch(url)
    await fetch(url, { method: 'POST', body: '' })
    server.clock.advance(91_000)
    expect(await answer(await poll)).toEqual([200, ''])
    const next = fetch(url)
    await fetch(url, {
      method: 'POST',
      body: encodeMessages({ type: 1, invocationId: '1', target: 'echo', arguments: [1] }),
    })
    expect(parseJsonMessages(await (await next).text())).toEqual([{ type: 3, invocationId: '1', result: 1 }])
  })

  it('[hub 46] all messages that are sent between two polls are in the answer to the next poll', async () => {
    const server = await serveConformanceHub()
    const url = await connectPolls(server)
    for (const invocationId of ['1', '2']) {
      await fetch(url, {
        method: 'POST',
        body: encodeMessages({ type: 1, invocationId, target: 'nil', arguments: [] }),
      })
    }
    const response = await fetch(url)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(parseJsonMessages(await response.text())).toEqual([
      { type: 3, invocationId: '1', result: null },
      { type: 3, invocationId: '2', result: null },
    ])
  })

  it('[hub 47] DELETE is answered with 202, and the open poll of the connection is answered with 204', async () => {
    const server = await serveConformanceHub()
    const url = await connectPolls(server)
    const poll = fetch(url)
    await fetch(url, { method: 'POST', body: '' })
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(202)
    expect(await answer(await poll)).toEqual([204, ''])
    expect(await server.journal.seen('disconnected')).toMatchObject([{ error: undefined }])
    expect((await fetch(url)).status).toBeOneOf([204, 404])
    // The official client posts its Close message after the DELETE.
    expect((await fetch(url, { method: 'POST', body: encodeMessages({ type: 7 }) })).status).toBeOneOf([200, 404])
    expect(server.hub.metrics()['/hub']?.connections.open.LongPolling).toBe(0)
  })

  it('[hub 47] a new poll replaces the open poll, and the older poll is answered with 204', async () => {
    const server = await serveConformanceHub()
    const url = await connectPolls(server)
    const older = fetch(url)
    await fetch(url, { method: 'POST', body: '' })
    const newer = fetch(url)
    expect(await answer(await older)).toEqual([204, ''])
    await fetch(url, {
      method: 'POST',
      body: encodeMessages({ type: 1, invocationId: '1', target: 'nil', arguments: [] }),
    })
    expect(parseJsonMessages(await (await newer).text())).toHaveLength(1)
  })

  it('[hub 47] a client that stops polling is disconnected after 15 s', async () => {
    const server = await serveConformanceHub()
    const url = await connectPolls(server)
    server.clock.advance(14_000)
    expect(server.journal.all('disconnected')).toEqual([])
    server.clock.advance(2_000)
    expect(await server.journal.seen('disconnected')).toHaveLength(1)
    expect((await fetch(url)).status).toBe(404)
  })

  it('when the token of a connection expires, the connection stays open if a later poll had another token of the same user', async () => {
    const identities = new Map<string, Identity>([
      ['first', { userId: 'ann', expiresAt: createFakeClock().now() + 3_000 }],
      ['second', { userId: 'ann' }],
    ])
    const server = await serveConformanceHub({ identities })
    const reply = await fetch(`${server.url}/negotiate?negotiateVersion=1&access_token=first`, { method: 'POST' })
    const { connectionToken }: NegotiateResponse = await reply.json()
    const url = (token: string) => `${server.url}?id=${connectionToken}&access_token=${token}`
    await fetch(url('first'))
    await fetch(url('first'), handshake)
    await fetch(url('second'))
    server.clock.advance(5_000)
    await fetch(url('second'), {
      method: 'POST',
      body: encodeMessages({ type: 1, invocationId: '1', target: 'who', arguments: [] }),
    })
    expect(parseJsonMessages(await (await fetch(url('second'))).text())).toEqual([
      { type: 3, invocationId: '1', result: 'ann' },
    ])
  })
})

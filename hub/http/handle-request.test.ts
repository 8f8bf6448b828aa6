import { expect, it } from 'vitest'
import { type RecordingHttpConnection, serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { awaitReply, awaitResponse, beginRequest, openWebSocket, sendHttpRequest } from '../testing/http-client.ts'
import type { ForwardedAnswer } from './http-endpoint.ts'

const events = { headers: { accept: 'text/event-stream' } }

/** Serves a hub with one open connection for each transport. */
async function serveConnected() {
  const { hub, port } = await serveFakeEndpoint()
  const [webSockets, serverSentEvents, longPolling] = [hub.expect(), hub.expect(), hub.expect()]
  await openWebSocket(port, `/hub?id=${webSockets.token}`)
  const stream = beginRequest(port, `/hub?id=${serverSentEvents.token}`, events).end()
  await awaitResponse(stream)
  await sendHttpRequest(port, `/hub?id=${longPolling.token}`)
  const at = ({ token }: RecordingHttpConnection) => `/hub?id=${token}`
  return { hub, port, webSockets, serverSentEvents, longPolling, at }
}

it.each(['GET', 'POST', 'DELETE'])('[hub 8] %s without a connection id is answered with 400', async (method) => {
  const { port } = await serveFakeEndpoint()
  for (const path of ['/hub', '/hub?id=', '/hub?token=x']) {
    const { status, text, headers } = await sendHttpRequest(port, path, { method })
    expect([status, text, headers['content-type']]).toEqual([400, 'Connection ID required', 'text/plain'])
  }
})

it.each(['GET', 'POST', 'DELETE'])('[hub 9] %s with an unknown connection id is answered with 404', async (method) => {
  const { hub, port } = await serveFakeEndpoint()
  const { id } = hub.expect()
  for (const unknown of ['nobody', id, '__proto__', 'token-1%00']) {
    const { status, text, headers } = await sendHttpRequest(port, `/hub?id=${unknown}`, { method })
    expect([status, text, headers['content-type']]).toEqual([
      404,
      expect.stringMatching(/^No Connection with that ID/),
      'text/plain',
    ])
  }
})

it('[hub 9] a request for server-sent events with an unknown connection id is answered with 404', async () => {
  const { port } = await serveFakeEndpoint()
  expect(await sendHttpRequest(port, '/hub?id=nobody', events)).toMatchObject({ status: 404 })
})

it('[hub 10] a POST to a WebSocket connection is answered with 405', async () => {
  const { port, webSockets, at } = await serveConnected()
  const { status, headers } = await sendHttpRequest(port, at(webSockets), { method: 'POST', body: 'late' })
  expect([status, headers.allow]).toEqual([405, 'GET'])
  expect(webSockets.chunks).toEqual([])
})

it('[hub 11] DELETE ends a long-polling connection, and is refused with 400 for other transports', async () => {
  const { hub, port, webSockets, serverSentEvents, longPolling, at } = await serveConnected()
  const fresh = hub.expect()
  for (const connection of [webSockets, serverSentEvents, fresh]) {
    expect((await sendHttpRequest(port, at(connection), { method: 'DELETE' })).status).toBe(400)
    expect(connection.stops).toBe(0)
  }
  expect((await sendHttpRequest(port, at(longPolling), { method: 'DELETE' })).status).toBe(202)
  expect(longPolling.stops).toBe(1)
})

it('[hub 12] a second request for server-sent events is refused with 409, and the first stream continues', async () => {
  const { port, serverSentEvents, at } = await serveConnected()
  const before = serverSentEvents.transport
  expect((await sendHttpRequest(port, at(serverSentEvents), events)).status).toBe(409)
  expect(serverSentEvents.transport).toBe(before)
  expect(serverSentEvents.closes).toEqual([])
})

it('[hub 13] a request is refused with 400 when its connection uses another transport', async () => {
  const { port, webSockets, serverSentEvents, longPolling, at } = await serveConnected()
  const refused = { status: 400, text: 'Cannot change transports mid-connection' }
  expect(await sendHttpRequest(port, at(webSockets))).toMatchObject(refused)
  expect(await sendHttpRequest(port, at(webSockets), events)).toMatchObject(refused)
  expect(await sendHttpRequest(port, at(serverSentEvents))).toMatchObject(refused)
  expect(await sendHttpRequest(port, at(longPolling), events)).toMatchObject(refused)
})

it.each(['PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'])(
  '[hub 14] a %s request is answered with 405',
  async (method) => {
    const { port, longPolling, at } = await serveConnected()
    const { status, headers } = await sendHttpRequest(port, at(longPolling), { method })
    expect([status, headers.allow]).toEqual([405, 'GET, POST, DELETE, OPTIONS'])
  },
)

it('requests for a disabled transport are answered with 404', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const { token } = hub.expect()
  hub.transports = ['WebSockets']
  expect((await sendHttpRequest(port, `/hub?id=${token}`)).status).toBe(404)
  expect((await sendHttpRequest(port, `/hub?id=${token}`, events)).status).toBe(404)
  hub.transports = ['LongPolling']
  expect((await sendHttpRequest(port, `/hub?id=${token}`, events)).status).toBe(404)
  expect((await sendHttpRequest(port, `/hub?id=${token}`)).status).toBe(200)
})

it('opens server-sent events when the Accept header lists text/event-stream among other types', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const { token } = hub.expect()
  const headers = { accept: 'text/html, text/event-stream;q=0.9' }
  const { headers: answered } = await awaitResponse(beginRequest(port, `/hub?id=${token}`, { headers }).end())
  expect(answered['content-type']).toBe('text/event-stream')
})

it('a POST is refused with 400 before the client has opened a transport', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  expect((await sendHttpRequest(port, `/hub?id=${connection.token}`, { method: 'POST', body: 'early' })).status).toBe(
    400,
  )
})

it('a POST gets an empty answer with status 200 when the connection has received its body', async () => {
  const { port, serverSentEvents, longPolling, at } = await serveConnected()
  for (const connection of [serverSentEvents, longPolling]) {
    const { status, text } = await sendHttpRequest(port, at(connection), {
      method: 'POST',
      body: 'two\x1emessages\x1e',
    })
    expect([status, text]).toEqual([200, ''])
    expect(connection.text).toBe('two\x1emessages\x1e')
  }
})

it.each(['/hub/elsewhere', '/hub/negotiate/negotiate'])(
  'a request for the unknown path %s is answered with 404',
  async (path) => {
    const { port } = await serveFakeEndpoint()
    expect((await sendHttpRequest(port, `${path}?id=x`, { method: 'POST' })).status).toBe(404)
  },
)

it('all answers have the header Cache-Control: no-store', async () => {
  const { port, longPolling, at } = await serveConnected()
  for (const [path, method] of [
    ['/hub', 'GET'],
    [at(longPolling), 'POST'],
    [at(longPolling), 'DELETE'],
  ] as const) {
    expect((await sendHttpRequest(port, path, { method })).headers['cache-control']).toBe('no-store')
  }
})

it('an empty answer has a Content-Length of 0 and a Content-Type', async () => {
  const { port, longPolling, at } = await serveConnected()
  for (const method of ['POST', 'DELETE']) {
    const { headers } = await sendHttpRequest(port, at(longPolling), { method })
    expect(headers).toMatchObject({ 'content-length': '0', 'content-type': 'text/plain' })
  }
})

it('a client that disconnects during authenticate opens no transport', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect()
  let identify = (_identity: object) => {}
  const asked = new Promise<void>((resolve) => {
    hub.identify = () => {
      resolve()
      return new Promise((identified) => {
        identify = identified
      })
    }
  })
  const request = beginRequest(port, `/hub?id=${connection.token}`, events).end()
  const reply = awaitReply(request)
  await asked
  request.destroy()
  await expect(reply).rejects.toThrow()
  // When the server answers a later request, it has already noticed the disconnect.
  hub.identify = () => ({})
  await sendHttpRequest(port, '/hub')
  identify({})
  await sendHttpRequest(port, '/hub')
  expect(connection.transport).toBeNull()
})

it.each([events, {}])(
  'when a client disconnects while its connection moves from another process to this process, no transport is opened: %j',
  async (asked) => {
    const { hub, port } = await serveFakeEndpoint()
    const handover = Promise.withResolvers<ForwardedAnswer>()
    const forwarded = new Promise<void>((resolve) => {
      hub.forward = () => {
        resolve()
        return handover.promise
      }
    })
    const request = beginRequest(port, '/hub?id=elsewhere', asked).end()
    const reply = awaitReply(request)
    await forwarded
    request.destroy()
    await expect(reply).rejects.toThrow()
    // When the server answers a later request, it has already noticed the disconnect.
    await sendHttpRequest(port, '/hub')
    handover.resolve({ moved: { id: 'moved', stateful: false } })
    await sendHttpRequest(port, '/hub')
    expect(hub.opened).toMatchObject([{ id: 'moved', transport: null }])
  },
)

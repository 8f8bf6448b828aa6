import { expect, it } from 'vitest'
import { Unavailable } from '../errors.ts'
import { serveFakeEndpoint } from '../testing/fake-endpoint.ts'
import { openWebSocket, sendHttpRequest } from '../testing/http-client.ts'
import type { Identity } from './http-endpoint.ts'

const everyRequest = [
  ['negotiate', '/hub/negotiate?negotiateVersion=1', 'POST', {}],
  ['a poll', '/hub?id=token-1', 'GET', {}],
  ['a stream of events', '/hub?id=token-1', 'GET', { accept: 'text/event-stream' }],
  ['a POST', '/hub?id=token-1', 'POST', {}],
  ['a DELETE', '/hub?id=token-1', 'DELETE', {}],
  ['a PUT', '/hub?id=token-1', 'PUT', {}],
] as const

it.each(everyRequest)(
  '[hub 17] %s gets an empty answer with status 401 when authenticate returns null',
  async (_, path, method, headers) => {
    const { hub, port } = await serveFakeEndpoint()
    hub.expect()
    hub.identify = () => null
    const reply = await sendHttpRequest(port, path, { method, headers, ...(method === 'GET' ? {} : { body: 'x' }) })
    expect([reply.status, reply.text, reply.headers['content-length']]).toEqual([401, '', '0'])
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  },
)

it('answers 401 when authenticate returns undefined instead of an identity', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const identities: Record<string, Identity> = {}
  hub.identify = ({ token }) => identities[token ?? ''] as Identity
  const { status, headers } = await sendHttpRequest(port, '/hub/negotiate', { method: 'POST' })
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
  await expect(openWebSocket(port)).rejects.toThrow('401')
})

it('the answer with status 401 is the same for an existing and an unknown connection', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.expect()
  hub.identify = () => null
  const [known, unknown] = [
    await sendHttpRequest(port, '/hub?id=token-1'),
    await sendHttpRequest(port, '/hub?id=other'),
  ]
  expect({ ...known.headers, date: '' }).toEqual({ ...unknown.headers, date: '' })
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
})

it.each([
  [{ authorization: 'Bearer abc' }, '', 'abc'],
  [{ authorization: 'bearer  abc' }, '&access_token=other', 'abc'],
  [{}, '&access_token=a%2Bb%20c', 'a+b c'],
  [{ authorization: 'Basic abc' }, '&access_token=abc', 'abc'],
  [{ authorization: 'Bearer' }, '', null],
  [{ authorization: 'Bearer a b' }, '', null],
  [{}, '&access_token=', null],
  [{}, '', null],
])('reads the access token from the headers %j and the query "%s"', async (headers, query, token) => {
  const { hub, port } = await serveFakeEndpoint()
  const seen: unknown[] = []
  hub.identify = (request) => {
    seen.push(request.token)
    return {}
  }
  await sendHttpRequest(port, `/hub?id=x${query}`, { headers })
  expect(seen).toEqual([token])
})

it('passes the path, query, headers, cookies, origin and address of a request to authenticate', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const seen: unknown[] = []
  hub.origins = ['https://www.example.com']
  hub.identify = ({ path, query, headers, cookies, origin, address }) => {
    seen.push([path, query.get('room'), headers['x-app'], cookies.get('a'), origin, address])
    return {}
  }
  const headers = { cookie: 'a=b', origin: 'https://www.example.com', 'x-app': 'desk' }
  await sendHttpRequest(port, '/hub/negotiate?negotiateVersion=1&room=a%20b', { method: 'POST', headers })
  await sendHttpRequest(port, '/hub')
  expect(seen).toEqual([
    ['/hub/negotiate', 'a b', 'desk', 'b', 'https://www.example.com', '127.0.0.1'],
    ['/hub', null, undefined, undefined, null, '127.0.0.1'],
  ])
})

it.each([
  ['GET', {}],
  ['GET', { accept: 'text/event-stream' }],
  ['POST', {}],
  ['DELETE', {}],
] as const)(
  'a %s request with the headers %j is refused with 403 when another user has negotiated its connection',
  async (method, headers) => {
    const { hub, port } = await serveFakeEndpoint()
    const connection = hub.expect({ identity: { userId: 'ada' } })
    for (const identity of [{ userId: 'eve' }, {}, { userId: '' }]) {
      hub.identify = () => identity
      expect((await sendHttpRequest(port, '/hub?id=token-1', { method, headers })).status).toBe(403)
    }
    expect(connection).toMatchObject({ transport: null, stops: 0, chunks: [], identity: { userId: 'ada' } })
  },
)

it('a WebSocket is refused with 403 when another user has negotiated its connection', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.expect({ identity: { userId: 'ada' } })
  hub.identify = () => ({ userId: 'eve' })
  await expect(openWebSocket(port, '/hub?id=token-1')).rejects.toThrow('403')
})

it('each request for a connection renews the identity of the connection when the user is the same', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const connection = hub.expect({ identity: { userId: 'ada', expiresAt: 1 } })
  let expiresAt = 1
  hub.identify = () => ({ userId: 'ada', expiresAt: ++expiresAt })
  for (const method of ['GET', 'POST', 'DELETE']) {
    await sendHttpRequest(port, '/hub?id=token-1', { method })
    expect(connection.identity).toEqual({ userId: 'ada', expiresAt })
  }
  expect(expiresAt).toBe(4)
})

it('answers 503 with Retry-After when authenticate throws Unavailable', async () => {
  const { hub, port } = await serveFakeEndpoint()
  hub.identify = () => Promise.reject(new Unavailable('The database is at 10.0.0.7.'))
  const { status, text, headers } = await sendHttpRequest(port, '/hub/negotiate', { method: 'POST' })
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  expect(text).not.toContain('10.0.0.7')
  await expect(openWebSocket(port)).rejects.toThrow('503')
  expect(hub.reported).toEqual([])
})

it('reports an error of authenticate and answers with an empty 500', async () => {
  const { hub, port } = await serveFakeEndpoint()
  const failure = new Error('The database is at 10.0.0.7.')
  hub.identify = () => Promise.reject(failure)
  const { status, text } = await sendHttpRequest(port, '/hub/negotiate', { method: 'POST' })
  expect([status, text]).toEqual([500, ''])
  await expect(openWebSocket(port)).rejects.toThrow('500')
  expect(hub.reported).toEqual([failure, failure])
})

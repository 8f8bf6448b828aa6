import { createServer, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import express from 'express'
import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import {
  attachHubServer,
  defineHub,
  type HubServer,
  type HubServerOptions,
  postgresBackplane,
  redisBackplane,
} from './hub.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { listenOnAnyPort } from './testing/listen-on-any-port.ts'
import { RawClient } from './testing/raw-client.ts'
import { serveHub } from './testing/serve-hub.ts'

const hub = defineHub().methods({ echo: (_ctx, value: unknown) => value })

async function serve(
  app?: RequestListener,
  options?: HubServerOptions,
): Promise<{ server: Server; hubs: HubServer; origin: string }> {
  const server = app ? createServer(app) : createServer()
  const hubs = attachHubServer(server, options)
  const port = await listenOnAnyPort(server)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, hubs, origin: `http://127.0.0.1:${port}` }
}

async function rawUpgrade(origin: string, path: string, upgrade = 'websocket'): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n\r\n`)
  return text(socket)
}

it.each(['hub', '/', '', '/hub//', '/a?b', '/a#b', '//a'])('map() throws for the invalid path "%s"', async (path) => {
  const { hubs } = await serve()
  expect(() => hubs.map(path, hub)).toThrow(`A hub's path looks like /hub, not like ${path}.`)
})

it('map() throws for a hub that has a path already, because its groups would be split', async () => {
  const { hubs } = await serve()
  hubs.map('/hub', hub)
  expect(() => hubs.map('/other', hub)).toThrow(new TypeError('This hub is at /hub already. A hub has one path.'))
  expect(Object.keys(hubs.metrics())).toEqual(['/hub'])
})

it('a request that offers HTTP/2 gets its usual answer, from the application and from a hub, also after close()', async () => {
  const { hubs, origin } = await serve((_, response) => response.end('the application'))
  hubs.map('/hub', hub)
  expect(await rawUpgrade(origin, '/api', 'h2c')).toContain('the application')
  expect(await rawUpgrade(origin, '/hub/negotiate', 'h2c')).toContain('405 Method Not Allowed')
  expect(await rawUpgrade(origin, '/api')).toContain('404')
  expect(await rawUpgrade(origin, '/hub', 'h2c')).toContain('426 Upgrade Required')
  await hubs.close()
  expect(await rawUpgrade(origin, '/api', 'h2c')).toContain('the application')
})

it('map() treats a path with a slash at its end as the path without it', async () => {
  const { hubs, origin } = await serve()
  hubs.map('/hub/', hub)
  expect(() => hubs.map('/hub', hub)).toThrow('There is a hub at /hub already.')
  hubs.mapConnections('/raw/', () => {})
  for (const path of ['/hub', '/raw']) {
    expect((await fetch(`${origin}${path}/negotiate`, { method: 'POST' })).status).toBe(200)
  }
  expect(Object.keys(hubs.metrics())).toEqual(['/hub', '/raw'])
  await hubs.close()
})

it.each([
  ['an Express application', express()],
  ['a Fastify application', fastify()],
  ['nothing', undefined],
])('attachHubServer throws for %s, and says which server it takes', (_, app) => {
  expect(() => attachHubServer(app as never)).toThrow(
    'attachHubServer takes an HTTP server: the result of createServer(…) or of app.listen(…) in Express, or app.server of Fastify.',
  )
})

it('map() throws for a path that another hub server on the same HTTP server uses, until the other hub server closes', async () => {
  const { server, hubs } = await serve()
  hubs.map('/echo', hub)
  const others = attachHubServer(server)
  expect(() => others.map('/echo/', hub)).toThrow(new TypeError('There is a hub at /echo already.'))
  expect(() => others.mapConnections('/echo', () => {})).toThrow('There is a hub at /echo already.')
  await hubs.close()
  others.map('/echo', hub)
  await hubs.close()
  expect(() => attachHubServer(server).map('/echo', hub)).toThrow('There is a hub at /echo already.')
  await others.close()
})

it('map() throws for a hub without methods, which a JavaScript program may pass', async () => {
  const { hubs } = await serve()
  const text = 'map takes a hub with its methods: defineHub({ … }).methods({ … }).'
  for (const wrong of [defineHub(), { echo: () => 1 }, undefined]) {
    expect(() => hubs.map('/echo', wrong as unknown as typeof hub)).toThrow(new TypeError(text))
  }
})

it('when a backplane or attachHubServer gets a URL instead of its options, it throws, and the error shows the right call', async () => {
  const address = 'redis://localhost' as never
  const redis = 'redisBackplane takes { publisher, subscriber, prefix }: two clients of ioredis and a text.'
  expect(() => redisBackplane(address)).toThrow(new TypeError(redis))
  expect(() => redisBackplane({ prefix: 'x' } as never)).toThrow(new TypeError(redis))
  const postgres = 'postgresBackplane takes { connect }: a function that returns a connected client of pg.'
  expect(() => postgresBackplane(address)).toThrow(new TypeError(postgres))
  const text = 'The option backplane takes what redisBackplane(…) or postgresBackplane(…) returns.'
  expect(() => attachHubServer(createServer(), { backplane: address })).toThrow(new TypeError(text))
})

it('map() throws for a path that already has a hub, and context() throws for an unmapped hub', async () => {
  const { hubs } = await serve()
  hubs.map('/deep/hub', hub)
  expect(() => hubs.map('/deep/hub', hub)).toThrow('There is a hub at /deep/hub already.')
  expect(() => hubs.context(defineHub().methods({}))).toThrow('This hub is not mapped here.')
})

it('passes requests for other paths to the application, and after close() passes all requests to it', async () => {
  const { hubs, origin } = await serve((_, response) => response.end('the application'))
  hubs.map('/hub', hub)
  const read = async (path: string) => (await fetch(origin + path)).text()
  for (const path of ['/', '/hubs', '/hub2', '/other/negotiate']) expect(await read(path)).toBe('the application')
  expect(await read('/hub')).toBe('Connection ID required')
  expect(await read('/hub/below')).toContain('There is nothing here.')
  await hubs.close()
  expect(await read('/hub')).toBe('the application')
  expect(() => hubs.map('/hub', hub)).toThrow('This hub server is closed. Attach another one.')
})

it('answers requests to a hub whether the handlers of the HTTP server are added before or after the hub server', async () => {
  const { server, hubs, origin } = await serve((_, response) => response.end('the first handler'))
  hubs.map('/hub', hub)
  const later: string[] = []
  server.on('request', ({ url = '' }) => later.push(url))
  server.prependListener('request', ({ url = '' }) => later.push(url))
  server.on('upgrade', (_, socket) => socket.destroy())
  const client = await RawClient.connect(`${origin}/hub`)
  client.send({ type: 1, invocationId: '1', target: 'echo', arguments: [7] })
  expect(await client.atLeast(1)).toEqual([{ type: 3, invocationId: '1', result: 7 }])
  expect((await fetch(`${origin}/hub/negotiate`, { method: 'POST' })).status).toBe(200)
  expect(later).toEqual([])
  expect(await (await fetch(`${origin}/page`)).text()).toBe('the first handler')
  expect(later).toEqual(['/page', '/page'])
  await hubs.close()
})

it('serves the hubs of two hub servers on one HTTP server, and the second hub server continues when the first closes', async () => {
  const { server, hubs, origin } = await serve((_, response) => response.end('the application'))
  hubs.map('/first', hub)
  const second = attachHubServer(server)
  second.map('/second', hub)
  const read = async (path: string) => (await fetch(origin + path)).text()
  expect(await read('/first')).toBe('Connection ID required')
  expect(await read('/second')).toBe('Connection ID required')
  expect(await read('/')).toBe('the application')
  expect(await rawUpgrade(origin, '/elsewhere')).toMatch(/^HTTP\/1\.1 404 /)
  await hubs.close()
  expect(await read('/first')).toBe('the application')
  await RawClient.connect(`${origin}/second`)
  expect(await rawUpgrade(origin, '/elsewhere')).toMatch(/^HTTP\/1\.1 404 /)
  await second.close()
  expect(await read('/second')).toBe('the application')
})

it('answers 404 to requests for other paths when the application has no request handler', async () => {
  const { hubs, origin } = await serve()
  hubs.map('/hub', hub)
  expect((await fetch(`${origin}/elsewhere`)).status).toBe(404)
})

it('answers 503 after close() until the application adds a request handler', async () => {
  const { server, hubs, origin } = await serve()
  hubs.map('/hub', hub)
  await hubs.close()
  const answer = await fetch(`${origin}/hub/negotiate`, { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([503, 'The server is going away. Try again.'])
  server.on('request', (_, response) => response.end('the application'))
  expect(await (await fetch(`${origin}/hub`)).text()).toBe('the application')
})

it('attaching and closing hub servers repeatedly leaves only one request listener on the HTTP server', async () => {
  const { server, hubs } = await serve()
  await hubs.close()
  for (let times = 0; times < 3; times++) await attachHubServer(server).close()
  expect(server.listenerCount('request')).toBe(1)
})

it('a request for the connection of another server gets an answer that mentions the backplane', async () => {
  const [first, second] = [await serve(), await serve()]
  for (const { hubs } of [first, second]) hubs.map('/hub', hub)
  const negotiated = await fetch(`${first.origin}/hub/negotiate?negotiateVersion=1`, { method: 'POST' })
  const answer = await fetch(`${second.origin}/hub?id=${(await negotiated.json()).connectionToken}`)
  expect([answer.status, await answer.text()]).toEqual([
    404,
    'No Connection with that ID: it has ended, or is on a server that no backplane links with this one.',
  ])
  for (const { hubs } of [first, second]) await hubs.close()
})

it('answers 404 to an upgrade at another path unless the application listens for upgrades', async () => {
  const { server, hubs, origin } = await serve()
  hubs.map('/hub', hub)
  expect(await rawUpgrade(origin, '/elsewhere')).toMatch(/^HTTP\/1\.1 404 /)
  expect(await rawUpgrade(origin, '/hub/negotiate')).toMatch(/^HTTP\/1\.1 404 /)
  server.on('upgrade', (request, socket) => {
    if (request.url === '/elsewhere') socket.end('HTTP/1.1 418 I am a teapot\r\n\r\n')
  })
  expect(await rawUpgrade(origin, '/elsewhere')).toMatch(/^HTTP\/1\.1 418 /)
})

it('prints the errors of hub methods when the option onError is not given', async () => {
  const printed: unknown[] = []
  const { error } = console
  console.error = (...args: unknown[]) => printed.push(...args)
  onTestFinished(() => {
    console.error = error
  })
  const failing = defineHub().methods({
    boom() {
      throw new Error('Nobody foresaw this.')
    },
  })
  const { hubs, origin } = await serve()
  hubs.map('/hub', failing, { detailedErrors: true })
  const client = await RawClient.connect(`${origin}/hub`)
  client.send({ type: 1, invocationId: '1', target: 'boom', arguments: [] })
  expect(await client.atLeast(1)).toEqual([
    {
      type: 3,
      invocationId: '1',
      error: "An unexpected error occurred invoking 'boom' on the server. Error: Nobody foresaw this.",
    },
  ])
  const context = { hub: '/hub', connectionId: expect.any(String), method: 'boom' }
  expect(printed).toEqual([new Error('Nobody foresaw this.'), context])
  await hubs.close()
})

it('close() waits for onDisconnected, but not longer than the grace period', async () => {
  const clock = createFakeClock()
  const slow = defineHub({ onDisconnected: () => new Promise(() => {}) }).methods({})
  const { hubs, origin } = await serve(undefined, { clock })
  hubs.map('/hub', slow)
  const client = await RawClient.connect(`${origin}/hub`)
  let isClosed = false
  const closing = hubs.close({ graceMs: 1_000 }).then(() => {
    isClosed = true
  })
  expect(await client.ended()).toEqual([{ type: 7, allowReconnect: true }])
  clock.advance(999)
  expect(isClosed).toBe(false)
  clock.advance(1)
  await closing
})

it.each(['/hub/', '/hub/?id=', '/hub/negotiate/'])(
  '[hub 60] serves the hub at %s, as ASP.NET Core does',
  async (path) => {
    const { url } = await serveHub(hub)
    const answer = await fetch(url.replace('/hub', path), { method: 'POST' })
    expect([answer.status, await answer.text()]).toEqual(
      path.includes('negotiate') ? [200, expect.stringContaining('connectionId')] : [400, 'Connection ID required'],
    )
  },
)

it('[hub 60] the official client connects over each transport to a URL with a slash at its end', async () => {
  const { url } = await serveHub(hub)
  for (const transport of [1, 2, 4]) {
    const connection = new HubConnectionBuilder().withUrl(`${url}/`, transport).configureLogging(LogLevel.None).build()
    await connection.start()
    await connection.stop()
  }
})

it('the option headers can set several cookies in an answer and in the refusal of an upgrade', async () => {
  const headers = () => ({ 'Set-Cookie': ['a=1', 'b=2'] })
  const { url } = await serveHub(hub, { headers })
  expect((await fetch(`${url}/negotiate`, { method: 'POST' })).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await rawUpgrade(new URL(url).origin, '/hub?id=nobody')).toMatch(/\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n/)
})

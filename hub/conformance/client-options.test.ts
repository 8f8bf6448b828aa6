import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  HttpTransportType,
  type HubConnection,
  HubConnectionBuilder,
  type IHttpConnectionOptions,
  LogLevel,
  VERSION,
} from '@microsoft/signalr'
import { MessagePackHubProtocol } from '@microsoft/signalr-protocol-msgpack'
import { describe, expect, it, onTestFinished } from 'vitest'
import { interceptRequests } from '../http/intercept-requests.ts'
import { attachHubServer, defineHub, type HubOptions } from '../hub.ts'
import { serveConformanceHub } from '../testing/conformance-server.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { listenOnAnyPort } from '../testing/listen-on-any-port.ts'
import { makeSelfSignedCertificate } from '../testing/self-signed-certificate.ts'

const transports = ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const

/** A hub that tells a client what its request contained. */
const mirror = defineHub().methods({
  transport: ({ request }) => request.transport,
  cookie: ({ request }, name: string) => request.cookies.get(name) ?? null,
  header: ({ request }, name: string) => request.headers[name] ?? null,
})

async function serveMirror({
  server = createServer(),
  ...options
}: HubOptions & { server?: Server | ReturnType<typeof createSecureServer> } = {}): Promise<string> {
  const hubs = attachHubServer(server, { clock: createFakeClock() })
  hubs.map('/hub', mirror, options)
  onTestFinished(async () => {
    await hubs.close({ graceMs: 0 })
    server.close()
  })
  return `127.0.0.1:${await listenOnAnyPort(server)}/hub`
}

/** Starts a connection of the official client, and stops it when the test ends. */
async function start(
  url: string,
  { protocol = 'json', ...options }: IHttpConnectionOptions & { protocol?: 'json' | 'messagepack' } = {},
): Promise<HubConnection> {
  const builder = new HubConnectionBuilder()
    .withUrl(url, options)
    .withAutomaticReconnect([0])
    .configureLogging(LogLevel.None)
  if (protocol === 'messagepack') builder.withHubProtocol(new MessagePackHubProtocol())
  const connection = builder.build()
  onTestFinished(() => connection.stop())
  await connection.start()
  return connection
}

it('the official client calls a hub over each transport on an https server whose certificate it trusts', async () => {
  const certificate = makeSelfSignedCertificate()
  const trusted = getCACertificates('default')
  setDefaultCACertificates([certificate.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const address = await serveMirror({ server: createSecureServer(certificate) })
  const seen: unknown[] = []
  for (const name of transports) {
    const connection = await start(`https://${address}`, { transport: HttpTransportType[name] })
    seen.push(await connection.invoke('transport'))
  }
  expect(seen).toEqual(transports)
})

describe.each(transports)('the official client over %s', (name) => {
  const transport = HttpTransportType[name]

  it('when it opens the transport, sends the cookies of the /negotiate response, except for expired ones', async () => {
    const address = await serveMirror({
      headers: ({ url }): Record<string, string[]> =>
        url?.startsWith('/hub/negotiate')
          ? { 'Set-Cookie': ['a=first%20one; Path=/', 'b=2; Path=/; HttpOnly', 'old=3; Path=/; Max-Age=0'] }
          : {},
    })
    const connection = await start(`http://${address}`, { transport })
    const cookies = await Promise.all(['a', 'b', 'old'].map((cookie) => connection.invoke('cookie', cookie)))
    expect(cookies).toEqual(['first one', '2', null])
  })

  it('sends its name and version as User-Agent, unless the user sets this header', async () => {
    const address = await serveMirror()
    const connection = await start(`http://${address}`, { transport })
    expect(await connection.invoke('header', 'user-agent')).toContain(`(${VERSION};`)
    const named = await start(`http://${address}`, { transport, headers: { 'User-Agent': 'Robot', 'x-app': 'desk' } })
    expect(await named.invoke('header', 'user-agent')).toBe('Robot')
    expect(await named.invoke('header', 'x-app')).toBe('desk')
  })
})

describe('the official client chooses a transport by itself', () => {
  it.each([
    { protocol: 'json', offered: transports, chosen: 'WebSockets' },
    { protocol: 'messagepack', offered: transports, chosen: 'WebSockets' },
    { protocol: 'json', offered: transports.slice(1), chosen: 'ServerSentEvents' },
    { protocol: 'messagepack', offered: transports.slice(1), chosen: 'LongPolling' },
  ] as const)('$chosen with $protocol when the hub offers $offered', async ({ protocol, offered, chosen }) => {
    const connection = await start(`http://${await serveMirror({ transports: offered })}`, { protocol })
    expect(await connection.invoke('transport')).toBe(chosen)
  })

  it.each([
    { protocol: 'json', chosen: 'ServerSentEvents' },
    { protocol: 'messagepack', chosen: 'LongPolling' },
  ] as const)('$chosen with $protocol when its WebSocket is cut at the upgrade', async ({ protocol, chosen }) => {
    const server = createServer()
    const address = await serveMirror({ server })
    let cuts = 0
    interceptRequests(server, {
      request: () => false,
      isForUpgrades: () => true,
      upgrade(_request, socket) {
        cuts++
        socket.destroy()
        return true
      },
    })
    const connection = await start(`http://${address}`, { protocol })
    expect(await connection.invoke('transport')).toBe(chosen)
    expect(cuts).toBe(1)
  })
})

it('the official client without negotiation has no connection id, and reconnects', async () => {
  const server = await serveConformanceHub()
  const connection = await start(server.url, { transport: HttpTransportType.WebSockets, skipNegotiation: true })
  expect(connection.connectionId).toBe(null)
  const isBack = new Promise((resolve) => connection.onreconnected(resolve))
  server.cut()
  expect(await isBack).toBe(undefined)
  expect(connection.connectionId).toBe(null)
  expect(await connection.invoke('echo', 'here again')).toBe('here again')
  expect(new Set(await server.journal.seen('connected', 2)).size).toBe(2)
})

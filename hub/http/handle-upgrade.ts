import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSockets, WebSocketTransport } from '../transports/web-socket.ts'
import { type Answer, refusals, refuseUpgrade } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { namesManyHosts, queryOf } from './client-request.ts'
import { isOriginAllowed } from './cross-origin.ts'
import type { HttpConnection, HttpHub, Identity } from './http-hub.ts'

/** Answers one request for a WebSocket to a hub: with one, or with a plain HTTP answer that says why not. Never rejects. */
export async function handleUpgrade(
  hub: HttpHub,
  webSockets: WebSockets,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  // A client may hang up at any moment, also before ws listens.
  socket.on('error', ignore)
  const connection = await connectionFor(hub, request).catch((error) => {
    hub.report(error)
    return refusals.failed
  })
  if ('status' in connection) {
    refuseUpgrade(socket, connection, hub.headers(request))
    return
  }
  socket.off('error', ignore)
  const transport = WebSocketTransport.accept(webSockets, { request, socket, head }, connection, hub.limits)
  if (transport) connection.attach(transport)
  // Of a connection without negotiate nobody else has heard.
  else if (!queryOf(request).get('id')) connection.stop()
}

async function connectionFor(hub: HttpHub, request: IncomingMessage): Promise<HttpConnection | Answer> {
  if (namesManyHosts(request)) return refusals.hosts
  if (!isOriginAllowed(request.headers, hub.origins)) return refusals.origin
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') return refusals.noWebSocket
  const client = await authenticate(hub, request)
  if ('status' in client) return client
  const id = queryOf(request).get('id')
  if (id) return knownConnection(hub, id, client.identity)
  if (!hub.transports.includes('WebSockets')) return refusals.noTransport
  const connection = hub.open({ version: 1, stateful: false, ...client })
  return typeof connection === 'string' ? refusals[connection] : connection
}

function knownConnection(hub: HttpHub, id: string, identity: Identity): HttpConnection | Answer {
  const connection = hub.find(id)
  if (!connection) return refusals.unknownId
  if (connection.identity.userId !== identity.userId) return refusals.otherUser
  if (!hub.transports.includes('WebSockets')) return refusals.noTransport
  if (connection.transportName !== null && connection.transportName !== 'WebSockets') return refusals.otherTransport
  if (connection.transport && !connection.stateful) return refusals.taken
  connection.renew(identity)
  return connection
}

function ignore(): void {}

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSockets, WebSocketTransport } from '../transports/web-socket.ts'
import { type Refusal, refusalBytes, refusals } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { queryOf } from './client-request.ts'
import type { HttpConnection, HttpHub, Identity } from './connections.ts'
import { crossOriginHeaders, isOriginAllowed } from './cross-origin.ts'

/** Answers one request for a WebSocket to a hub: with one, or with a plain HTTP answer that says why not. Never rejects. */
export async function handleUpgrade(
  hub: HttpHub,
  webSockets: WebSockets,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  // A client may hang up at any moment.
  const ignore = () => {}
  socket.on('error', ignore)
  const connection = await connectionFor(hub, request)
  if ('status' in connection) socket.end(refusalBytes(connection, crossOriginHeaders(request.headers, hub.origins)))
  else if (!socket.destroyed) {
    socket.off('error', ignore)
    WebSocketTransport.accept(webSockets, { request, socket, head }, connection, (transport) =>
      connection.attach(transport),
    )
  }
}

async function connectionFor(hub: HttpHub, request: IncomingMessage): Promise<HttpConnection | Refusal> {
  if (!isOriginAllowed(request.headers, hub.origins)) return refusals.origin
  if (!hub.transports.includes('WebSockets')) return refusals.noTransport
  const client = await authenticate(hub, request)
  if ('status' in client) return client
  const id = queryOf(request).get('id')
  if (id) return knownConnection(hub, id, client.identity)
  const connection = hub.open({ version: 1, stateful: false, ...client })
  return typeof connection === 'string' ? refusals[connection] : connection
}

function knownConnection(hub: HttpHub, id: string, identity: Identity): HttpConnection | Refusal {
  const connection = hub.find(id)
  if (!connection) return refusals.unknownId
  if (connection.identity.userId !== identity.userId) return refusals.otherUser
  if (connection.transportName !== null && connection.transportName !== 'WebSockets') return refusals.otherTransport
  if (connection.transport && !connection.stateful) return refusals.taken
  connection.renew(identity)
  return connection
}

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type TransportWebSocketServer, WebSocketTransport } from '../transports/web-socket.ts'
import { type Answer, refusalAnswers, refuseUpgrade } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { hasSeveralHostHeaders, parseQuery } from './client-request.ts'
import { findTransportRefusal } from './connection-requests.ts'
import { isOriginAllowed } from './cross-origin.ts'
import { forwardOrTakeOver } from './forwarded-requests.ts'
import type { AuthenticatedClient, HttpConnection, HttpEndpoint } from './http-endpoint.ts'

/** Answers a request for a WebSocket: accepts it, or refuses it with an HTTP answer. The promise never rejects. */
export async function handleUpgrade(
  hub: HttpEndpoint,
  webSockets: TransportWebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  // A client may disconnect at any time, even before ws listens for errors.
  socket.on('error', ignore)
  const accepted = await acceptClient(hub, request).catch((error) => {
    hub.report(error)
    return refusalAnswers.failed
  })
  if ('status' in accepted) {
    refuseWithHeaders(hub, request, socket, accepted)
    return
  }
  const { connection, client } = accepted
  socket.off('error', ignore)
  const transport = WebSocketTransport.accept(webSockets, { request, socket, head }, connection, hub.limits)
  if (transport) connection.attach(transport, client.request)
  // A malformed upgrade ends the connection that this request has opened. A negotiated connection stays open.
  else if (!parseQuery(request).get('id')) connection.stop()
}

/** Refuses an upgrade with the headers of the hub. When the hook for the headers throws, the answer is 500. */
export function refuseWithHeaders(
  hub: Pick<HttpEndpoint, 'headers' | 'answered' | 'report'>,
  request: IncomingMessage,
  socket: Duplex,
  refusal: Answer,
): void {
  let headers: ReturnType<HttpEndpoint['headers']> = {}
  let answer = refusal
  try {
    headers = hub.headers(request)
  } catch (error) {
    hub.report(error)
    answer = refusalAnswers.failed
  }
  hub.answered(request, answer)
  refuseUpgrade(socket, answer, headers)
}

/** Returns the client of an upgrade with its connection, or the refusal. */
async function acceptClient(
  hub: HttpEndpoint,
  request: IncomingMessage,
): Promise<{ client: AuthenticatedClient; connection: HttpConnection } | Answer> {
  if (hasSeveralHostHeaders(request)) return refusalAnswers.hosts
  if (!isOriginAllowed(hub, request.headers)) return refusalAnswers.origin
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') return refusalAnswers.noWebSocket
  const client = await authenticate(hub, request)
  if ('status' in client) return client
  const id = parseQuery(request).get('id')
  const connection = id ? await findConnection(hub, id, client) : openConnection(hub, client)
  return 'status' in connection ? connection : { client, connection }
}

function openConnection(hub: HttpEndpoint, client: AuthenticatedClient): HttpConnection | Answer {
  if (!hub.transports.includes('WebSockets')) return refusalAnswers.noTransport
  const connection = hub.open({ stateful: false, ...client })
  return typeof connection === 'string' ? refusalAnswers[connection] : connection
}

async function findConnection(
  hub: HttpEndpoint,
  id: string,
  client: AuthenticatedClient,
): Promise<HttpConnection | Answer> {
  const connection = hub.find(id)
  if (!connection) return forwardOrTakeOver(hub, id, 'WebSockets', client)
  if (connection.identity.userId !== client.identity.userId) return refusalAnswers.otherUser
  const refusal = findTransportRefusal(hub, connection, 'WebSockets')
  if (refusal) return refusal
  connection.renew(client.identity)
  return connection
}

function ignore(): void {}

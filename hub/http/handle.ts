import type { IncomingMessage, ServerResponse } from 'node:http'
import { LongPollingTransport } from '../transports/long-polling.ts'
import { ServerSentEventsTransport } from '../transports/server-sent-events.ts'
import { type Refusal, refusals } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { queryOf } from './client-request.ts'
import type { HttpConnection, HttpHub } from './connections.ts'
import { crossOriginHeaders, isOriginAllowed, preflightHeaders } from './cross-origin.ts'
import { negotiate } from './negotiate.ts'

/**
 * Answers one request to a hub (SignalR transport protocol). Never rejects.
 * @param path the hub's own; what is asked for is that, or something below it
 */
export async function handleRequest(
  hub: HttpHub,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { headers, method = '', url = '' } = request
  for (const [name, value] of Object.entries(crossOriginHeaders(headers, hub.origins))) {
    if (value !== undefined) response.setHeader(name, value)
  }
  response.setHeader('Cache-Control', 'no-store')
  const below = (url.split('?', 1)[0] ?? '').slice(path.length)
  const refuse = (refusal: Refusal) => answerRefusal(request, response, refusal)
  if (!isOriginAllowed(headers, hub.origins)) refuse(refusals.origin)
  else if (method === 'OPTIONS') response.writeHead(204, preflightHeaders).end()
  else if (below !== '' && below !== '/negotiate') refuse(refusals.notHere)
  else {
    const client = await authenticate(hub, request)
    if (response.destroyed) return
    if ('status' in client) refuse(client)
    else if (below === '') {
      const refusal = await serveConnection(hub, client.identity, request, response)
      if (refusal) refuse(refusal)
    } else if (method !== 'POST') refuse(refusals.negotiateMethod)
    else {
      const reply = negotiate(hub, queryOf(request), client)
      if (typeof reply === 'string') refuse(refusals[reply])
      else {
        request.resume()
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
      }
    }
  }
}

function answerRefusal(request: IncomingMessage, response: ServerResponse, { status, text, headers }: Refusal): void {
  // Nobody reads the body of what is refused.
  request.resume()
  if (response.headersSent || response.destroyed) return
  if (text !== '') response.setHeader('Content-Type', 'text/plain')
  response.writeHead(status, headers).end(text)
}

/** Answers a request to a connection. Returns what stands against it instead. */
async function serveConnection(
  hub: HttpHub,
  identity: HttpConnection['identity'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Refusal | null> {
  const { method = '' } = request
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return refusals.method
  const id = queryOf(request).get('id')
  if (!id) return refusals.noId
  const connection = hub.find(id)
  if (!connection) return refusals.unknownId
  if (connection.identity.userId !== identity.userId) return refusals.otherUser
  connection.renew(identity)
  if (method === 'GET') return openTransport(hub, connection, request, response)
  const { transport } = connection
  if (method === 'DELETE') {
    if (!(transport instanceof LongPollingTransport)) return refusals.polling
    connection.stop()
    request.resume()
    response.writeHead(202).end()
    return null
  }
  if (connection.transportName === 'WebSockets') return refusals.posting
  if (!(transport instanceof LongPollingTransport || transport instanceof ServerSentEventsTransport)) {
    return refusals.notConnected
  }
  if (await transport.posts.take(request)) response.writeHead(200, { 'Content-Type': 'text/plain' }).end()
  return null
}

/** A GET is an endless stream of events, or a poll. */
function openTransport(
  hub: HttpHub,
  connection: HttpConnection,
  request: IncomingMessage,
  response: ServerResponse,
): Refusal | null {
  const name = request.headers.accept?.includes('text/event-stream') ? 'ServerSentEvents' : 'LongPolling'
  if (!hub.transports.includes(name)) return refusals.noTransport
  if (connection.transportName !== null && connection.transportName !== name) return refusals.otherTransport
  request.resume()
  const { transport } = connection
  if (transport instanceof LongPollingTransport) transport.poll(response)
  else if (connection.transportName !== null) return refusals.taken
  else if (name === 'ServerSentEvents') {
    connection.attach(new ServerSentEventsTransport(response, connection, hub.limits))
  } else {
    const polls = new LongPollingTransport(connection, hub)
    connection.attach(polls)
    polls.poll(response)
  }
  return null
}

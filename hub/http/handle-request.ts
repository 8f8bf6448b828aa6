import type { IncomingMessage, ServerResponse } from 'node:http'
import { LongPollingTransport } from '../transports/long-polling.ts'
import { ServerSentEventsTransport } from '../transports/server-sent-events.ts'
import { type Answer, accepted, discardBody, received, refusals, sendAnswer } from './answers.ts'
import { authenticate } from './authenticate.ts'
import { hasSeveralHosts, queryOf } from './client-request.ts'
import { crossOriginHeaders, isOriginAllowed, preflightAnswer } from './cross-origin.ts'
import type { HttpConnection, HttpHub, Identity } from './http-hub.ts'
import { negotiate } from './negotiate.ts'

/**
 * Answers one request to a hub (SignalR transport protocol). Never rejects.
 * @param path the path of the hub. The request is for this path, or for a path below it.
 */
export async function handleRequest(
  hub: HttpHub,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = { ...hub.headers(request), ...crossOriginHeaders(request.headers, hub.origins) }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('Cache-Control', 'no-store')
  const bodyLimit = hub.limits.frameBytes
  try {
    const answer = await serve(hub, path, request, response)
    if (answer) sendAnswer(request, response, answer, bodyLimit)
  } catch (error) {
    sendAnswer(request, response, refusals.failed, bodyLimit)
    hub.report(error)
  }
}

/** Returns the answer, or null when a transport sends the answer or the client has disconnected. */
async function serve(
  hub: HttpHub,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | null> {
  const { headers, method, url = '' } = request
  if (hasSeveralHosts(request)) return refusals.hosts
  if (!isOriginAllowed(headers, hub.origins)) return refusals.origin
  const below = (url.split('?', 1)[0] ?? '').slice(path.length)
  if (below !== '' && below !== '/negotiate') return refusals.notHere
  if (method === 'OPTIONS' && headers.origin !== undefined) return preflightAnswer
  const client = await authenticate(hub, request)
  if (response.destroyed) return null
  if ('status' in client) return client
  if (below === '') return serveConnection(hub, client.identity, request, response)
  return method === 'POST' ? negotiate(hub, queryOf(request), client) : refusals.negotiateMethod
}

/** Answers a request to a connection. */
async function serveConnection(
  hub: HttpHub,
  identity: Identity,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | null> {
  const { method = '' } = request
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') return refusals.method
  const id = queryOf(request).get('id')
  if (!id) return refusals.noId
  const connection = hub.find(id)
  if (!connection) return refusals.unknownId
  if (connection.identity.userId !== identity.userId) return refusals.otherUser
  connection.renew(identity)
  if (method === 'GET') return openTransport(hub, connection, request, response)
  return method === 'POST' ? receivePost(connection, request) : stop(connection)
}

/** Serves a GET request: opens server-sent events or long polling, or passes a further poll to its transport. */
function openTransport(
  hub: HttpHub,
  connection: HttpConnection,
  request: IncomingMessage,
  response: ServerResponse,
): Answer | null {
  const name = request.headers.accept?.includes('text/event-stream') ? 'ServerSentEvents' : 'LongPolling'
  if (!hub.transports.includes(name)) return refusals.noTransport
  const { transport, transportName } = connection
  if (transportName !== null && transportName !== name) return refusals.otherTransport
  // Discards the body, because Node would not notice a disconnect of the client while a body is unread.
  discardBody(request, hub.limits.frameBytes)
  if (transport instanceof LongPollingTransport) transport.poll(response)
  else if (transportName !== null) return refusals.taken
  else if (name === 'ServerSentEvents') {
    connection.attach(new ServerSentEventsTransport(response, connection, hub.limits))
  } else {
    const longPolling = new LongPollingTransport(connection, hub)
    connection.attach(longPolling)
    longPolling.poll(response)
  }
  return null
}

async function receivePost(
  { transport, transportName }: HttpConnection,
  request: IncomingMessage,
): Promise<Answer | null> {
  if (transportName === 'WebSockets') return refusals.posting
  if (!(transport instanceof LongPollingTransport || transport instanceof ServerSentEventsTransport)) {
    return refusals.notConnected
  }
  const outcome = await transport.posts.receive(request)
  if (outcome === 'partial') transport.destroy()
  return outcome === 'complete' ? received : null
}

function stop(connection: HttpConnection): Answer {
  const { transport } = connection
  if (!(transport instanceof LongPollingTransport)) return refusals.polling
  transport.endByClient()
  connection.stop()
  return accepted
}

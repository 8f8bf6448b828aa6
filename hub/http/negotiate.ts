import type { IncomingMessage } from 'node:http'
import { createRandomId } from '../random-id.ts'
import type { TransportName } from '../transports/transport.ts'
import { type Answer, refusalAnswers } from './answers.ts'
import { parseQuery } from './client-request.ts'
import type { AuthenticatedClient, HttpEndpoint } from './http-endpoint.ts'

const formats: Record<TransportName, readonly string[]> = {
  WebSockets: ['Text', 'Binary'],
  ServerSentEvents: ['Text'],
  LongPolling: ['Text', 'Binary'],
}

/**
 * Answers a negotiate request (SignalR transport protocol, "POST endpoint-base/negotiate"). The error of an invalid
 * version has status 200, because the client reads no error with another status.
 */
export async function negotiate(
  hub: HttpEndpoint,
  request: IncomingMessage,
  client: AuthenticatedClient,
): Promise<Answer> {
  const redirect = await hub.redirect(client.request, client.identity)
  if (redirect) return jsonAnswer(redirect)
  const query = parseQuery(request)
  const requestedVersion = query.get('negotiateVersion') ?? '0'
  if (!/^\d{1,9}$/.test(requestedVersion)) {
    return jsonAnswer({ error: `The client requested an invalid protocol version '${requestedVersion}'` })
  }
  const version = Number(requestedVersion) === 0 ? 0 : 1
  const stateful = version === 1 && hub.statefulReconnect && query.get('useStatefulReconnect') === 'true'
  const id = createRandomId()
  const connection = hub.open({ id, token: version === 0 ? id : createRandomId(), stateful, ...client })
  if (typeof connection === 'string') return refusalAnswers[connection]
  await hub.share(connection)
  return jsonAnswer({
    negotiateVersion: version,
    connectionId: connection.id,
    ...(version === 1 && { connectionToken: connection.token }),
    // The client rejects this field when it has not requested stateful reconnect.
    ...(stateful && { useStatefulReconnect: true }),
    availableTransports: hub.transports.map((transport) => ({ transport, transferFormats: formats[transport] })),
  })
}

function jsonAnswer(value: object): Answer {
  return { status: 200, body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } }
}

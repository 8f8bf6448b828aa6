import { LongPollingTransport } from '../transports/long-polling.ts'
import { ServerSentEventsTransport } from '../transports/server-sent-events.ts'
import type { TransportName } from '../transports/transport.ts'
import { type Answer, deleteAcceptedAnswer, postReceivedAnswer, refusalAnswers } from './answers.ts'
import type { HttpConnection, HttpEndpoint } from './http-endpoint.ts'

/** Returns the refusal of a request that opens a transport or polls; null when the connection accepts the request. */
export function findTransportRefusal(
  hub: Pick<HttpEndpoint, 'transports'>,
  { transport, transportName, isResumable }: HttpConnection,
  name: TransportName,
): Answer | null {
  if (!hub.transports.includes(name)) return refusalAnswers.noTransport
  if (transportName !== null && transportName !== name) return refusalAnswers.otherTransport
  return name !== 'LongPolling' && transport && !isResumable ? refusalAnswers.taken : null
}

/** Passes the body of a POST to the connection. Returns null when the client aborts the body. */
export async function receivePost(
  { transport, transportName }: HttpConnection,
  body: AsyncIterable<Buffer>,
): Promise<Answer | null> {
  if (transportName === 'WebSockets') return refusalAnswers.posting
  if (!(transport instanceof LongPollingTransport || transport instanceof ServerSentEventsTransport)) {
    return refusalAnswers.notConnected
  }
  const outcome = await transport.posts.receive(body)
  if (outcome === 'partial') transport.destroy()
  return outcome === 'complete' ? postReceivedAnswer : null
}

/** Ends a connection because its client sent DELETE. */
export function endConnectionByDelete(connection: HttpConnection): Answer {
  const { transport } = connection
  if (!(transport instanceof LongPollingTransport)) return refusalAnswers.polling
  transport.endByClient()
  connection.stop()
  return deleteAcceptedAnswer
}

import type { IncomingMessage } from 'node:http'
import { LongPollingTransport, type PendingPoll } from '../transports/long-polling.ts'
import type { TransportName } from '../transports/transport.ts'
import { type Answer, createPollAnswer, refusalAnswers } from './answers.ts'
import { endConnectionByDelete, findTransportRefusal, receivePost } from './connection-requests.ts'
import type {
  AuthenticatedClient,
  ForwardedAnswer,
  ForwardedRequest,
  HttpConnection,
  HttpEndpoint,
} from './http-endpoint.ts'
import { FORWARDED_POLL_TIMEOUT_MS } from './request-forwarder.ts'

/**
 * Forwards a GET or an upgrade to the process that has the connection. A connection without a transport moves to this
 * process and is returned. Otherwise, returns the answer to the client.
 */
export async function forwardOrTakeOver(
  hub: HttpEndpoint,
  token: string,
  transport: TransportName,
  client: AuthenticatedClient,
): Promise<HttpConnection | Answer> {
  const answer = await hub.forward({ method: 'GET', transport, token, identity: client.identity })
  if (!answer) return refusalAnswers.unknownId
  if ('status' in answer) return answer
  const connection = hub.open({ ...answer.moved, token, ...client })
  if (typeof connection === 'string') return refusalAnswers[connection]
  await hub.share(connection)
  return connection
}

/**
 * Forwards a POST or a DELETE to the process that has the connection. Returns the answer of that process, or null when
 * the client has hung up.
 */
export async function forwardPostOrDelete(
  hub: HttpEndpoint,
  token: string,
  { identity }: AuthenticatedClient,
  request: IncomingMessage,
): Promise<Answer | null> {
  const body = request.method === 'POST' ? await readBody(request, hub.limits.frameBytes) : undefined
  if (body === null) return null
  if (body === 'too-large') return refusalAnswers.tooLarge
  const answer = await hub.forward(
    body ? { method: 'POST', body, token, identity } : { method: 'DELETE', token, identity },
  )
  return answer && 'status' in answer ? answer : refusalAnswers.unknownId
}

/**
 * Answers a request that another process forwarded. Null when this process does not have the connection.
 * @param released makes a waiting poll end with an empty answer. Later messages wait for the next poll
 */
export async function answerForwardedRequest(
  hub: HttpEndpoint,
  request: ForwardedRequest,
  released: AbortSignal,
): Promise<ForwardedAnswer | null> {
  const connection = hub.find(request.token)
  if (!connection) return null
  if (connection.identity.userId !== request.identity.userId) return refusalAnswers.otherUser
  connection.renew(request.identity)
  if (request.method === 'DELETE') return endConnectionByDelete(connection)
  if (request.method === 'POST') return receivePost(connection, bodyOf(request.body))
  if (connection.transportName === null) {
    const { id, stateful } = connection
    connection.stop()
    return { moved: { id, stateful } }
  }
  const refusal = findTransportRefusal(hub, connection, request.transport)
  if (refusal) return refusal
  const { transport } = connection
  if (transport instanceof LongPollingTransport) {
    return new Promise((resolve) => {
      const answer = (messages: Buffer | null) => {
        resolve(createPollAnswer(messages))
        transport.confirm(poll)
      }
      const poll: PendingPoll = { timeoutMs: FORWARDED_POLL_TIMEOUT_MS, answer }
      transport.poll(poll)
      released.onabort = () => {
        transport.abandon(poll)
        resolve(createPollAnswer(Buffer.alloc(0)))
      }
    })
  }
  // A stateful connection cannot move, because its unacknowledged messages stay here. Its client opens a new
  // connection.
  connection.stop()
  return refusalAnswers.unknownId
}

/** Reads a whole body. Null when the client aborts it. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > limit) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

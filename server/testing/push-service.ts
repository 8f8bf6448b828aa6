import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'

/** A message that the push service received. */
export interface ArrivedPush {
  /** Identifies the subscription. */
  path: string
  headers: Record<string, string>
  /** Encrypted, in base64url. */
  body: string
  /** The claims of the sender's token (RFC 8292 2). */
  token: JWTPayload
}

/** The reply to a valid message. */
export interface PushReply {
  status: number
  headers?: Record<string, string>
}

export interface PushService {
  /** The value for PUSH_SERVICES. The endpoint of a subscription is any path below `/push/`. */
  origin: string
  arrived: ArrivedPush[]
  /** The reasons why messages were refused. */
  complaints: string[]
  /** The replies to the next messages, by path, or by `*` for any path. The default reply is 201. */
  replies: Map<string, PushReply[]>
  close: () => Promise<void>
}

/** The size that a push service must accept (RFC 8291 4). */
const BODY_BYTES_MAX = 4_096
const DAY_S = 86_400

/**
 * Starts a local push service (RFC 8030). It accepts encrypted messages with a TTL and a valid signature (RFC 8292),
 * and answers other messages with 400.
 */
export async function startPushService({ port = 0 } = {}): Promise<PushService> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    complaints: [],
    replies: new Map(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(service, request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  return service
}

async function answer(service: PushService, request: IncomingMessage): Promise<PushReply & { body?: string }> {
  const { method, url = '' } = request
  const { pathname, searchParams } = new URL(url, service.origin)
  // With these calls, browser tests read the messages that have arrived and set the replies.
  if (method === 'GET' && pathname === '/arrived') {
    const path = searchParams.get('path')
    const arrived = service.arrived.filter((one) => path === null || one.path === path)
    const body = JSON.stringify({ arrived, complaints: service.complaints })
    return { status: 200, headers: { 'content-type': 'application/json' }, body }
  }
  if (method === 'PUT' && pathname === '/replies') {
    const { path = '*', replies } = (await json(request)) as { path?: string; replies: PushReply[] }
    service.replies.set(path, replies)
    return { status: 204 }
  }
  if (method !== 'POST' || !pathname.startsWith('/push/')) return { status: 404 }

  const body = await buffer(request)
  const headers = request.headers as Record<string, string>
  try {
    const token = await validate(headers, body, service.origin)
    service.arrived.push({ path: pathname, headers, body: body.toString('base64url'), token })
  } catch (error) {
    service.complaints.push((error as Error).message)
    return { status: 400, body: (error as Error).message }
  }
  const next = service.replies.get(pathname)?.shift() ?? service.replies.get('*')?.shift()
  return next ?? { status: 201, headers: { location: `${service.origin}/message/${service.arrived.length}` } }
}

/** Validates a message. @returns the claims of its token @throws {Error} that describes the problem */
async function validate(headers: Record<string, string>, body: Buffer, origin: string): Promise<JWTPayload> {
  const must = (isValid: unknown, message: string) => {
    if (!isValid) throw new Error(message)
  }
  must(/^\d+$/.test(headers.ttl ?? ''), 'There is no TTL (RFC 8030 5.2).')
  must(headers['content-encoding'] === 'aes128gcm', 'It is not encrypted (RFC 8291 4).')
  must(body.length > 0 && body.length <= BODY_BYTES_MAX, `It has ${body.length} bytes.`)
  must(/^[\w-]{1,32}$/.test(headers.topic ?? '-'), 'The topic is none (RFC 8030 5.4).')
  must(/^(very-low|low|normal|high)$/.test(headers.urgency ?? 'normal'), 'The urgency is none (RFC 8030 5.3).')

  const [, jwt = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  must(point.length === 65 && point[0] === 4, 'There is no key (RFC 8292 3.2).')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
  const { payload } = await jwtVerify(jwt, publicKey, {
    algorithms: ['ES256'],
    audience: origin,
    requiredClaims: ['exp', 'sub'],
  })
  must((payload.exp ?? 0) <= Date.now() / 1000 + DAY_S, 'The token is good for more than 24 hours (RFC 8292 2).')
  must(/^(https:\/\/|mailto:)/.test(payload.sub ?? ''), 'The subject is no address (RFC 8292 2.1).')
  return payload
}

// For browser tests: node server/testing/push-service.ts --port 4000
if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
  const { origin } = await startPushService({ port: Number(values.port) })
  console.log(origin)
}

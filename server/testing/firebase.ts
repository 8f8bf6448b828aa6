import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { jwtVerify } from 'jose'
import type { PushReply } from './push-service.ts'

/** The service account that the simulated Google knows. */
const account = { projectId: 'hats', clientEmail: 'site@hats.iam.example' } as const

/** The fields of an FCM message that tests read. */
export interface FirebaseMessage {
  token: string
  data: Record<string, string>
  [platform: string]: unknown
}

export interface FirebaseReply extends PushReply {
  body?: object
}

export interface Firebase {
  /** The value for FIREBASE_API. Access tokens are requested at `/token` below it. */
  origin: string
  /** The configuration of the site. */
  settings: { projectId: string; clientEmail: string; privateKey: string; api: string; tokenUrl: string }
  arrived: FirebaseMessage[]
  /** The number of access tokens that were issued. */
  exchanges: number
  /** The replies to the next calls; by default, messages are accepted and tokens are issued. */
  replies: { token: FirebaseReply[]; send: FirebaseReply[] }
  /** Makes all issued tokens invalid. */
  forgetTokens: () => void
  close: () => Promise<void>
}

let made: string | undefined
/** Returns the key of a service account. The key is created once, because creating a key takes time. */
function privateKeyOfTests(): string {
  made ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string
  return made
}

/**
 * Starts a local server that simulates Google's token endpoint and FCM's HTTP v1.
 * @param privateKey the key of the only known account, in PKCS #8
 */
export async function startFirebase({ port = 0, privateKey = privateKeyOfTests() } = {}): Promise<Firebase> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const known = new Set<string>()
  const key = createPublicKey(privateKey)
  const firebase: Firebase = {
    origin,
    settings: { ...account, privateKey, api: origin, tokenUrl: `${origin}/token` },
    arrived: [],
    exchanges: 0,
    replies: { token: [], send: [] },
    forgetTokens: () => known.clear(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  server.on('request', (request, response) => {
    answer(firebase, request, known, key).then(
      ({ status, headers, body }) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
      (error) =>
        response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant', error_description: String(error) })),
    )
  })
  return firebase
}

async function answer(
  firebase: Firebase,
  request: IncomingMessage,
  known: Set<string>,
  key: KeyObject,
): Promise<FirebaseReply> {
  const { replies, settings } = firebase
  switch (`${request.method} ${request.url}`) {
    // With these calls, browser tests read the messages that have arrived and set the replies.
    case 'GET /arrived':
      return { status: 200, body: { arrived: firebase.arrived, exchanges: firebase.exchanges } }
    case 'PUT /replies':
      Object.assign(replies, await json(request))
      return { status: 204 }
    case 'POST /token': {
      const form = new URLSearchParams(await text(request))
      const next = replies.token.shift()
      if (next) return next
      const { payload } = await jwtVerify(form.get('assertion') ?? '', key, {
        algorithms: ['RS256'],
        issuer: settings.clientEmail,
        audience: settings.tokenUrl,
        requiredClaims: ['iat', 'exp'],
      })
      const scope = 'https://www.googleapis.com/auth/firebase.messaging'
      const isGrant = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
      if (!isGrant || payload.scope !== scope) return { status: 400, body: { error: 'invalid_scope' } }
      const token = `ya29.${++firebase.exchanges}`
      known.add(token)
      return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: 'Bearer' } }
    }
    case `POST /v1/projects/${settings.projectId}/messages:send`: {
      const { message } = (await json(request)) as { message: FirebaseMessage }
      if (!known.has((request.headers.authorization ?? '').replace('Bearer ', '')))
        return createFcmFailure(401, 'UNAUTHENTICATED')
      const next = replies.send.shift()
      if (next) return next
      firebase.arrived.push(message)
      return { status: 200, body: { name: `projects/${settings.projectId}/messages/${firebase.arrived.length}` } }
    }
    default:
      return createFcmFailure(404, 'NOT_FOUND')
  }
}

/** Returns a failure in the format of FCM. */
export function createFcmFailure(status: number, code: string, message = 'It failed.'): FirebaseReply {
  const details = [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }]
  return { status, body: { error: { code: status, status: code, message, details } } }
}

// For browser tests: FIREBASE_PRIVATE_KEY=… node server/testing/firebase.ts --port 4000
if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
  const privateKey = process.env.FIREBASE_PRIVATE_KEY
  const { origin } = await startFirebase({ port: Number(values.port), ...(privateKey && { privateKey }) })
  console.log(origin)
}

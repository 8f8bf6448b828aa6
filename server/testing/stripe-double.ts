import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { SimulatedFailure, StripeCallName } from '#contract/testing/stripe-control.ts'
import { StripeAccount } from './stripe/account.ts'
import { findStripeBrowserFile } from './stripe/browser-files.ts'
import { answerCall, readCall, type StripeCall } from './stripe/calls.ts'
import { runControlCall } from './stripe/control.ts'
import type { StripeDouble } from './stripe/double.ts'
import { createStripeId } from './stripe/objects.ts'
import { StripeFailure } from './stripe/stripe-failure.ts'
import { Webhooks, type WebhookTarget } from './stripe/webhooks.ts'

export interface StripeDoubleOptions {
  port?: number
  secretKey?: string
  publishableKey?: string
  webhookSecret?: string
  /** The receiver of events; none by default. */
  webhook?: WebhookTarget
}

interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
}

/** The stored reply for an idempotency key, which lasts a day. https://docs.stripe.com/api/idempotent_requests */
interface StoredReply {
  call: string
  at: number
  answer: Answer | null
}
const REPLY_RETENTION_MS = 86_400_000

/**
 * Starts a local double of Stripe for the real library: payment intents, charges and refunds with their states, events
 * with real signatures, errors with Stripe's messages, and simulated failures.
 */
export async function startStripeDouble(options: StripeDoubleOptions = {}): Promise<StripeDouble> {
  const { port = 0, webhook = null } = options
  const { secretKey = 'sk_test_double', publishableKey = 'pk_test_double', webhookSecret = 'whsec_double' } = options
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const webhooks = new Webhooks(webhook, webhookSecret)
  const troubles: { trouble: SimulatedFailure; name: StripeCallName | undefined; times: number; isDone: boolean }[] = []
  const hanging = new Set<ServerResponse>()
  const double: StripeDouble = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    publishableKey,
    webhookSecret,
    webhooks,
    account: new StripeAccount((type, object) => webhooks.tell(type, object)),
    calls: [],
    onCall: null,
    fail: (trouble, { name, times = 1, isDone = false } = {}) => void troubles.push({ trouble, name, times, isDone }),
    mend: () => {
      troubles.length = 0
      for (const response of hanging) response.socket?.destroy()
    },
    close: () => closed(server),
  }

  /** Returns the next simulated failure for a call. */
  const nextTrouble = ({ name }: StripeCall) => {
    const next = troubles.find((trouble) => trouble.name === undefined || trouble.name === name)
    if (next && --next.times === 0) troubles.splice(troubles.indexOf(next), 1)
    return next
  }
  const storedReplies = new Map<string, StoredReply>()

  server.on('request', async (request, response) => {
    const answer = await answerTo(request, response).catch(
      (error): Answer => ({
        status: 500,
        body: JSON.stringify({ error: { type: 'api_error', message: String(error) } }),
      }),
    )
    if (answer) response.writeHead(answer.status, { ...always(), ...answer.headers }).end(answer.body)
  })

  /** Returns the reply to a request; null when the connection is closed without a reply. */
  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<Answer | null> {
    const url = new URL(request.url ?? '', double.origin)
    const body = await text(request)
    const file = findStripeBrowserFile(url.pathname)
    if (file) return { status: 200, ...file }
    if (url.pathname.startsWith('/double/')) return json(200, await runControlCall(double, url.pathname.slice(8), body))
    try {
      const { method = '', headers } = request
      const call = readCall({ method, url, body, authorization: headers.authorization ?? '' }, double)
      double.calls.push(call)
      const simulated = nextTrouble(call)
      const trouble = simulated?.trouble ?? (await double.onCall?.(call, 'before'))
      if (typeof trouble === 'number' && !simulated?.isDone) throw failureOf(trouble)
      if (trouble === 'hang') hanging.add(response)
      if (trouble === 'cut') response.socket?.destroy()
      if (trouble === 'hang' || trouble === 'cut') return null
      const key = method === 'POST' ? headers['idempotency-key'] : undefined
      const answer = once(`${key ?? ''}`, `${url.pathname} ${body}`, () => json(200, answerCall(double.account, call)))
      const late = trouble ?? (await double.onCall?.(call, 'after'))
      if (typeof late === 'number') throw failureOf(late)
      if (late === undefined) return answer
      response.socket?.destroy()
      return null
    } catch (error) {
      return failed(error)
    }
  }

  /** Runs a call with an idempotency key once, and repeats its reply afterwards. */
  function once(key: string, call: string, act: () => Answer): Answer {
    if (key === '') return act()
    const before = storedReplies.get(key)
    if (before && before.at + REPLY_RETENTION_MS > Date.now()) {
      if (before.call !== call)
        throw new StripeFailure(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      return { ...(before.answer as Answer), headers: { 'idempotent-replayed': 'true' } }
    }
    const answer = attempt(act)
    storedReplies.set(key, { call, at: Date.now(), answer })
    return answer
  }

  return double
}

function attempt(act: () => Answer): Answer {
  try {
    return act()
  } catch (error) {
    return failed(error)
  }
}

/** Returns the headers of every reply. Pages of any site may make calls. */
const always = () => ({
  'content-type': 'application/json',
  'request-id': createStripeId('req'),
  'access-control-allow-origin': '*',
  'stripe-should-retry': 'false',
})

const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })

function failed(error: unknown): Answer {
  if (!(error instanceof StripeFailure)) throw error
  return json(error.status, { error: error.error })
}

function failureOf(status: number): StripeFailure {
  if (status === 429)
    return new StripeFailure(429, { code: 'rate_limit', message: 'Request rate limit exceeded.', type: 'api_error' })
  if (status === 401) return new StripeFailure(401, { message: 'Invalid API Key provided: sk_test_****' })
  return new StripeFailure(status, { type: 'api_error', message: 'Sorry! There was a problem on our side.' })
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

// For browser tests: node server/testing/stripe-double.ts --port 4000 --webhook http://127.0.0.1:3000/api/payments/stripe --secret whsec_…
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      webhook: { type: 'string' },
      secret: { type: 'string', default: 'whsec_double' },
    },
  })
  const { origin } = await startStripeDouble({
    port: Number(values.port),
    webhookSecret: values.secret,
    ...(values.webhook && { webhook: values.webhook }),
  })
  console.log(origin)
}

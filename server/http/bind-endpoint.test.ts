import fastifyRateLimit from '@fastify/rate-limit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { defineEndpoint, type RateLimit } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { createLogRecorder, createTestApp } from '../testing/app.ts'
import { fixtureContents } from '../testing/fixture-build.ts'
import type { Actor, CallerChecks } from './actor.ts'
import { createEndpointBinder } from './bind-endpoint.ts'
import { Refusal } from './failures.ts'

const rename = defineEndpoint({
  method: 'POST',
  path: '/api/things/:id',
  access: 'anyone',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ loud: z.stringbool().default(false) }),
  body: z.object({ name: z.string().min(1) }),
  replies: { 200: z.object({ id: z.number(), name: z.string() }), 201: z.object({ made: z.number() }) },
  errors: ['not_found'],
})

const nobody: CallerChecks = { authenticate: async () => null, requireAdminProof: async () => {} }

const post = (url: string, payload: unknown) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': 'application/json' },
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
})

test('S7.10 GET /api/version returns the version of the build and is not cached', async () => {
  const app = createTestApp()
  const answer = await app.inject('/api/version')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(answer.headers.etag).toBeUndefined()
  expect(answer.json()).toEqual({ version: fixtureContents.version })
})

test('a HEAD request to a call returns the same headers as GET, without the body', async () => {
  const app = createTestApp()
  const got = await app.inject('/api/version')
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/api/version' })
  expect([statusCode, body]).toEqual([200, ''])
  expect({ ...headers, date: '' }).toEqual({ ...got.headers, date: '' })
  expect(headers['content-length']).toBe(String(got.rawPayload.length))
})

test('a handler gets the parsed input, and the reply contains only declared fields of its result', async () => {
  const app = createTestApp()
  createEndpointBinder(app, nobody)(rename, ({ params, query, body }) => {
    const thing = { id: params.id, name: query.loud ? body.name.toUpperCase() : body.name, password: 'secret' }
    return { status: 200, body: thing }
  })
  const answer = await app.inject(post('/api/things/7?loud=yes', { name: 'gem' }))
  expect(answer.json()).toEqual({ id: 7, name: 'GEM' })
})

test('a handler may reply with any declared status', async () => {
  const app = createTestApp()
  createEndpointBinder(app, nobody)(rename, async ({ params }) => ({ status: 201, body: { made: params.id } }))
  const answer = await app.inject(post('/api/things/7', { name: 'gem' }))
  expect([answer.statusCode, answer.json()]).toEqual([201, { made: 7 }])
})

test('a handler may return the body alone when the contract declares one reply', async () => {
  const app = createTestApp()
  const { 201: made } = rename.replies
  createEndpointBinder(app, nobody)({ ...rename, replies: { 201: made } }, async ({ params }) => ({ made: params.id }))
  const empty = defineEndpoint({ ...rename, path: '/api/nothing/:id', replies: { 204: z.undefined() } })
  createEndpointBinder(app, nobody)(empty, async () => {})
  const answer = await app.inject(post('/api/things/7', { name: 'gem' }))
  expect([answer.statusCode, answer.json()]).toEqual([201, { made: 7 }])
  const nothing = await app.inject(post('/api/nothing/7', { name: 'gem' }))
  expect([nothing.statusCode, nothing.body]).toEqual([204, ''])
})

test.each([
  ['/api/things/seven', { name: 'gem' }, 400, 'path.id'],
  ['/api/things/7?loud=perhaps', { name: 'gem' }, 400, 'query.loud'],
  ['/api/things/7', { name: '' }, 400, 'body.name'],
  ['/api/things/7', '{"name":', 400, ''],
  ['/api/things/7', '{"__proto__":{}}', 400, ''],
  ['/api/things/7', '', 400, ''],
  ['/api/things/7', `"${'x'.repeat(2 ** 20)}"`, 413, ''],
])(
  'POST %s with the body %.30j is answered %i, and the message names the invalid part',
  async (url, payload, status, part) => {
    const app = createTestApp()
    createEndpointBinder(app, nobody)(rename, () => expect.unreachable('the handler must not be called'))
    const answer = await app.inject(post(url, payload))
    expect(answer.statusCode).toBe(status)
    expect(answer.json().code).toBe(status === 413 ? 'payload_too_large' : 'bad_request')
    expect(answer.json().message).toContain(part)
  },
)

test('a body of an unknown content type is answered 415', async () => {
  const app = createTestApp()
  createEndpointBinder(app, nobody)(rename, () => expect.unreachable('the handler must not be called'))
  const answer = await app.inject({ ...post('/api/things/7', '<a/>'), headers: { 'content-type': 'text/xml' } })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
})

test('when a handler throws a declared refusal, the reply has its status, message and detail', async () => {
  const app = createTestApp()
  createEndpointBinder(app, nobody)(rename, () => {
    throw new Refusal('not_found', 'Thing 7 was deleted.')
  })
  const answer = await app.inject(post('/api/things/7', { name: 'gem' }))
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { code: 'not_found', message: `${errors.not_found.message} Thing 7 was deleted.` },
  ])
})

test.each([
  ['a refusal that is not declared', () => Promise.reject(new Refusal('payload_too_large')), 'does not declare'],
  ['an unforeseen error', () => Promise.reject(new Error('disk of secrets on fire')), 'disk of secrets'],
  ['a body that its schema refuses', () => ({ status: 200, body: { id: 'x' } }) as never, 'invalid_type'],
  ['a status that is not declared', () => ({ status: 204, body: {} }) as never, 'does not declare'],
])('%s is answered 500 without details, and logged in full in one line', async (_, handler, words) => {
  const log = createLogRecorder()
  const app = createTestApp({ logger: log.logger })
  createEndpointBinder(app, nobody)(rename, handler)
  const answer = await app.inject(post('/api/things/7', { name: 'gem' }))
  const id = answer.headers['x-request-id']
  expect(answer.json()).toEqual({ code: 'internal', message: expect.stringContaining(`name this: ${id}.`) })
  // One other line says that the error could not be reported, because there is no database here.
  expect(log.lines().filter(({ msg }) => msg !== 'an error could not be reported')).toMatchObject([
    { status: 500, path: '/api/things/7', reqId: id, err: { stack: expect.stringContaining(words) } },
  ])
})

const person = (roles: Actor['roles']): Actor => ({
  userId: 'u1',
  sessionId: 's1',
  name: 'Nora',
  email: 'nora@example.org',
  roles,
  loggedInAt: 0,
})

describe.each(['guest', 'reader', 'partner', 'admin'] as const)('a call that requires the role %s', (access) => {
  const call = defineEndpoint({
    method: 'GET',
    path: '/api/things',
    access,
    replies: { 200: z.object({ name: z.string() }) },
  })
  const ask = (authorization?: string, roles: Actor['roles'] = []) => {
    const app = createTestApp()
    const authenticate: CallerChecks['authenticate'] = async (token) => (token === 'good' ? person(roles) : null)
    const bind = createEndpointBinder(app, { ...nobody, authenticate })
    bind(call, ({ actor: { name } }) => ({ status: 200, body: { name } }))
    return app.inject({ url: '/api/things', headers: authorization === undefined ? {} : { authorization } })
  }

  test.each([undefined, '', 'good', 'Bearer', 'Bearer bad', 'Basic good', 'Bearer good,good', 'Bearer go od'])(
    'a call that requires a role is answered 401 when the Authorization header is %j',
    async (authorization) => {
      const answer = await ask(authorization)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    },
  )

  const ranks: [string, Actor['roles'], number][] = [
    ['guest', ['Guest'], 1],
    ['reader', [], 2],
    ['partner', ['Partner'], 3],
    ['admin', ['Admin'], 4],
  ]
  const needed = { guest: 1, reader: 2, partner: 3, admin: 4 }[access]
  test.each(ranks)(
    `S6.02 S6.03 S6.04 a call that requires a role is answered 200 or 403, depending on the rank of the caller’s role: %s`,
    async (_, roles, rank) => {
      const answer = await ask('Bearer good', roles)
      if (rank >= needed) expect([answer.statusCode, answer.json()]).toEqual([200, { name: 'Nora' }])
      else expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
    },
  )
})

test('an endpoint with plain errors answers an error as plain text, with the code in a header', async () => {
  const app = createTestApp()
  const plain = defineEndpoint({ ...rename, plainErrors: true })
  createEndpointBinder(app, nobody)(plain, () => {
    throw new Refusal('not_found')
  })
  const answers = [
    [await app.inject(post('/api/things/7', { name: 'gem' })), 'not_found'],
    [await app.inject(post('/api/things/7', { name: 7 })), 'bad_request'],
    [await app.inject(post('/api/things/7', '{"name":')), 'bad_request'],
    [await app.inject(post('/api/things/7', `"${'x'.repeat(2 ** 17)}"`)), 'payload_too_large'],
  ] as const
  for (const [answer, code] of answers) {
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-error-code': code })
    expect(answer.statusCode).toBe(errors[code].status)
    expect(answer.body).toContain(errors[code].message)
  }
})

describe('rate limits', () => {
  const limited = (per: RateLimit['per']) =>
    defineEndpoint({
      method: 'POST',
      path: '/api/limited',
      access: 'anyone',
      body: z.object({ email: z.string() }),
      replies: { 204: z.undefined() },
      limits: [{ per, max: 2, windowMs: 60_000 }],
    })

  const caller = async (per: RateLimit['per']) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const app = createTestApp({ trustProxy: true })
    app.register(async (scope) => {
      await scope.register(fastifyRateLimit, { global: false })
      createEndpointBinder(scope, nobody)(limited(per), () => ({ status: 204, body: undefined }))
    })
    return async (email: string, address: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const payload = JSON.stringify({ email })
      return app.inject({ method: 'POST', url: '/api/limited', headers, payload })
    }
  }
  const statuses = async (call: Awaited<ReturnType<typeof caller>>, calls: [string, string][]) => {
    const found: number[] = []
    for (const [email, address] of calls) found.push((await call(email, address)).statusCode)
    return found
  }

  test('rate limits by IP address answer 429 with Retry-After and a message, and end when their time window ends', async () => {
    const call = await caller('address')
    expect(
      await statuses(call, [
        ['a@b.cd', '192.0.2.1'],
        ['b@b.cd', '192.0.2.1'],
        ['c@b.cd', '192.0.2.2'],
      ]),
    ).toEqual([204, 204, 204])
    vi.setSystemTime(20_000)
    const refused = await call('c@b.cd', '192.0.2.1')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40'])
    const message = `${errors.too_many_requests.message} Try again in 40 seconds.`
    expect(refused.json()).toEqual({ code: 'too_many_requests', message })
    vi.setSystemTime(59_500)
    expect((await call('c@b.cd', '192.0.2.1')).json().message).toMatch(/ Try again in 1 second\.$/)
    vi.setSystemTime(60_001)
    expect((await call('c@b.cd', '192.0.2.1')).statusCode).toBe(204)
  })

  test('rate limits by IP address allow an IPv6 network of 48 bits four times as many calls as one address', async () => {
    const call = await caller('address')
    const calls: [string, string][] = Array.from({ length: 12 }, (_, i) => ['a@b.cd', `2001:db8:1:${i}::1`])
    const answers = await statuses(call, calls)
    expect(answers).toEqual([...Array(8).fill(204), ...Array(4).fill(429)])
    expect(await statuses(call, [['a@b.cd', '2001:db8:2::1']])).toEqual([204])
  })

  test('rate limits by IP address count all IPv6 addresses of one household as one address', async () => {
    const call = await caller('address')
    const calls: [string, string][] = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((ip) => ['a@b.cd', ip])
    expect(await statuses(call, calls)).toEqual([204, 204, 429])
  })

  test('rate limits by email address count all spellings of the address as one, from every IP address', async () => {
    const call = await caller('email')
    const calls: [string, string][] = [
      ['a@b.cd', '192.0.2.1'],
      [' A@B.cd ', '192.0.2.2'],
      ['b@b.cd', '192.0.2.3'],
      ['a@B.CD', '192.0.2.3'],
    ]
    expect(await statuses(call, calls)).toEqual([204, 204, 204, 429])
  })

  test('rate limits by IP address and email address count each pair of the two separately', async () => {
    const call = await caller('address and email')
    const calls: [string, string][] = [
      ['a@b.cd', '192.0.2.1'],
      ['a@b.cd', '192.0.2.1'],
      ['a@b.cd', '192.0.2.2'],
      ['b@b.cd', '192.0.2.1'],
      ['a@b.cd', '192.0.2.1'],
    ]
    expect(await statuses(call, calls)).toEqual([204, 204, 204, 204, 429])
  })
})

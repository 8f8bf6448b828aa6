import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { createTestApp, recordLog } from '../testing/app.ts'
import { fixture } from '../testing/fixture-build.ts'
import { bindEndpoint } from './bind-endpoint.ts'
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

const post = (url: string, payload: unknown) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': 'application/json' },
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
})

test('S7.10 GET /api/version answers the version of the build and is not cached', async () => {
  const app = createTestApp()
  const answer = await app.inject('/api/version')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(answer.headers.etag).toBeUndefined()
  expect(answer.json()).toEqual({ version: fixture.version })
})

test('a handler gets what the schemas parsed, and only declared fields of what it returns leave', async () => {
  const app = createTestApp()
  bindEndpoint(app, rename, ({ params, query, body }) => {
    const thing = { id: params.id, name: query.loud ? body.name.toUpperCase() : body.name, password: 'secret' }
    return { status: 200, body: thing }
  })
  const answer = await app.inject(post('/api/things/7?loud=yes', { name: 'gem' }))
  expect(answer.json()).toEqual({ id: 7, name: 'GEM' })
})

test('a handler may answer any declared status', async () => {
  const app = createTestApp()
  bindEndpoint(app, rename, async ({ params }) => ({ status: 201, body: { made: params.id } }))
  const answer = await app.inject(post('/api/things/7', { name: 'gem' }))
  expect([answer.statusCode, answer.json()]).toEqual([201, { made: 7 }])
})

test.each([
  ['/api/things/seven', { name: 'gem' }, 400, 'path.id'],
  ['/api/things/7?loud=perhaps', { name: 'gem' }, 400, 'query.loud'],
  ['/api/things/7', { name: '' }, 400, 'body.name'],
  ['/api/things/7', '{"name":', 400, ''],
  ['/api/things/7', '{"__proto__":{}}', 400, ''],
  ['/api/things/7', '', 400, ''],
  ['/api/things/7', `"${'x'.repeat(2 ** 20)}"`, 413, ''],
])('POST %s with %.30j is answered %i and names what is wrong', async (url, payload, status, part) => {
  const app = createTestApp()
  bindEndpoint(app, rename, () => expect.unreachable('the handler must not be called'))
  const answer = await app.inject(post(url, payload))
  expect(answer.statusCode).toBe(status)
  expect(answer.json().code).toBe(status === 413 ? 'payload_too_large' : 'bad_request')
  expect(answer.json().message).toContain(part)
})

test('a body of an unknown kind is answered 415', async () => {
  const app = createTestApp()
  bindEndpoint(app, rename, () => expect.unreachable('the handler must not be called'))
  const answer = await app.inject({ ...post('/api/things/7', '<a/>'), headers: { 'content-type': 'text/xml' } })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type'])
})

test('a declared refusal is answered with its status, its words and the detail', async () => {
  const app = createTestApp()
  bindEndpoint(app, rename, () => {
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
])('%s is answered 500 without a word of it, and logged whole in one line', async (_, handler, words) => {
  const log = recordLog()
  const app = createTestApp({ logger: log.logger })
  bindEndpoint(app, rename, handler)
  const answer = await app.inject(post('/api/things/7', { name: 'gem' }))
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({ code: 'internal', message: errors.internal.message })
  expect(log.lines()).toMatchObject([
    { status: 500, path: '/api/things/7', err: { stack: expect.stringContaining(words) } },
  ])
})

test('a call that not everyone may make cannot be bound while nothing checks who asks', () => {
  const app = createTestApp()
  const forAdmins = { ...rename, access: 'admin' as const }
  expect(() => bindEndpoint(app, forAdmins, () => ({ status: 201, body: { made: 1 } }))).toThrow(/admin/)
})

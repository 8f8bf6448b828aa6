import { fastify } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestSite } from '../testing/site.ts'
import { serveMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-24-characters'
const headers = { authorization: `Bearer ${TOKEN}` }

async function createWatchedSite() {
  const site = await createTestSite({ metricsToken: TOKEN })
  await site.app.ready()
  /** Reads the metrics as lines without their explanations. */
  const read = async () => {
    const answer = await site.call('GET', '/metrics', { headers })
    return answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  }
  return { ...site, read }
}

describe('without a token', () => {
  test('a site without METRICS_TOKEN has no metrics', async () => {
    const { call } = await createTestSite()
    expect((await call('GET', '/metrics', { headers })).statusCode).toBe(404)
  })

  test.each([{}, { authorization: '' }, { authorization: `Bearer ${TOKEN}x` }, { authorization: 'Basic YTph' }])(
    'the metrics are refused to a request with the headers %j',
    async (headers) => {
      const { call } = await createWatchedSite()
      const answer = await call('GET', '/metrics', { headers })
      expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect(answer.body).not.toContain('site_')
    },
  )
})

test('replies are counted by route and class of status, never by the requested path', async () => {
  const { call, read } = await createWatchedSite()
  await call('GET', '/api/version')
  await call('GET', '/api/version')
  await call('GET', '/orders/0199aaaa-0000-7000-8000-000000000001')
  await call('GET', '/made-up/secret-path')
  const counts = (await read()).filter((line) => line.startsWith('site_answer_seconds_count'))
  expect(counts).toContain('site_answer_seconds_count{route="/api/version",status="2xx"} 2')
  expect(counts.some((line) => line.includes('status="4xx"'))).toBe(true)
  expect(counts.join('\n')).not.toMatch(/0199aaaa|secret-path/)
})

test('the metrics contain figures of the process, the database, the build and the features', async () => {
  const { read, createWithRole, app } = await createWatchedSite()
  await createWithRole('Admin')
  app.countFailure()
  const lines = await read()
  expect(lines).toContain('site_build_info{version="fixture-1"} 1')
  expect(lines).toContain('site_database_up 1')
  expect(lines).toContain('site_inbox_waiting{kind="comment"} 0')
  expect(lines).toContain('site_outbox_waiting{kind="mail"} 0')
  expect(lines).toContain('site_hub_connections 0')
  expect(lines).toContain('site_background_failures_total 1')
  for (const name of ['process_cpu_seconds_total', 'site_event_loop_delay_seconds', 'process_resident_memory_bytes'])
    expect(
      lines.some((line) => line.startsWith(name)),
      name,
    ).toBe(true)
})

test('the metrics count a waiting mail until it is sent', async () => {
  const { read, call, db } = await createWatchedSite()
  const body = {
    name: 'Nora',
    email: 'nora@example.org',
    password: 'three odd little words',
    verificationUrl: 'https://site.test/verify-email',
  }
  await call('POST', '/auth/signup', { body })
  const waiting = async () =>
    (await read()).filter((line) => /^site_outbox_waiting\{kind="(mail|link_request)"\} [1-9]/.test(line))
  expect(await waiting()).toHaveLength(1)
  await db.updateTable('outbox').set({ state: 'sent' }).execute()
  expect(await waiting()).toEqual([])
})

test('without the database, the metrics still contain the other figures', async () => {
  const app = fastify()
  const gauges = [
    { name: 'orders_open', help: 'Open orders.', read: () => Promise.reject(new Error('The database is away.')) },
    { name: 'hub_connections', help: 'Connections.', read: () => 3 },
  ]
  serveMetrics(app, {
    token: TOKEN,
    version: () => 'a"b',
    gauges: () => gauges,
    findDatabaseError: async () => new Error(),
  })
  onTestFinished(() => app.close())
  const { body } = await app.inject({ url: '/metrics', headers })
  expect(body).toContain('site_build_info{version="a\\"b"} 1\n')
  expect(body).toContain('\nsite_database_up 0\n')
  expect(body).toContain('\nsite_hub_connections 3\n')
  expect(body).not.toContain('orders_open')
})

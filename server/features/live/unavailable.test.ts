import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseUnavailableError } from '../../db/unavailable.ts'
import { attachLiveHub } from './feature.ts'

test('while the database is unavailable, the hub answers 503 with Retry-After, and reports no error', async () => {
  const reported: unknown[] = []
  const server = createServer()
  const live = attachLiveHub({
    server,
    authenticate: () => Promise.reject(new DatabaseUnavailableError(new Error('gone'))),
    origins: [],
    build: { version: 'v1', pages: [] },
    orders: { mayReadOrder: async () => false, worksIn: async () => false },
    trustProxy: false,
    security: {},
    onError: (error) => reported.push(error),
    log: fastify().log,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await live.close()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const negotiate = `http://127.0.0.1:${port}/hub/negotiate?negotiateVersion=1`
  const answer = await fetch(negotiate, { method: 'POST', headers: { authorization: 'Bearer x' } })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(reported).toEqual([])
})

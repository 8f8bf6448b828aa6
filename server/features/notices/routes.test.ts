import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createSubscription } from '../../events/events.ts'
import { createEndpointBinder } from '../../http/bind-endpoint.ts'
import { addFailureHandler } from '../../http/failures.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createRethrowingEventBus } from '../../testing/events.ts'
import { addPerson } from '../../testing/people.ts'
import { noticeRoutes } from './feature.ts'

test('every change of a notice publishes one event after its commit; other calls publish none', async () => {
  const db = await createTestDatabase()
  const { id: userId } = await addPerson(db, { roles: ['Admin'] })
  const app = fastify()
  addFailureHandler(app, {})
  onTestFinished(() => app.close())
  let eventCount = 0
  let count: Promise<number> | undefined
  const onChange = () => {
    eventCount++
    count = db
      .selectFrom('audit_log')
      .select('id')
      .execute()
      .then(({ length }) => length)
  }
  const events = createRethrowingEventBus()
  events.subscribe([createSubscription('notices.changed', onChange)])
  const ada = { userId, sessionId: '', name: 'Ada', email: '', roles: ['Admin' as const], loggedInAt: 0 }
  noticeRoutes(createEndpointBinder(app, { authenticate: async () => ada, requireAdminProof: async () => {} }), {
    db,
    events,
  })
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
    const headers = { authorization: 'Bearer x' }
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    return [answer.statusCode, eventCount, await count]
  }

  const draft = { message: 'News' }
  expect(await ask('POST', '/api/desk/notices', draft)).toEqual([201, 1, 1])
  const { id } = await db.selectFrom('notices').select('id').executeTakeFirstOrThrow()
  const path = `/api/desk/notices/${id}`
  expect(await ask('PUT', path, draft)).toEqual([200, 2, 2])
  expect(await ask('PUT', `${path}/withdrawn`, { withdrawn: true })).toEqual([200, 3, 3])
  expect(await ask('PUT', `${path}/withdrawn`, { withdrawn: true })).toEqual([200, 3, 3])
  expect(await ask('POST', `/notifications/dismiss/${id}`)).toEqual([204, 3, 3])
  expect(await ask('GET', '/notifications')).toEqual([200, 3, 3])
  expect(await ask('GET', '/api/desk/notices')).toEqual([200, 3, 3])
  expect(await ask('PUT', path, { message: '' })).toEqual([400, 3, 3])
  expect(await ask('DELETE', path)).toEqual([204, 4, 4])
})

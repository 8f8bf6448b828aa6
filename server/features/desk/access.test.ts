import { expect, test } from 'vitest'
import * as desk from '#contract/desk.ts'
import * as inbox from '#contract/desk-inbox.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createId } from '../../db/ids.ts'
import { createDeskSite } from '../../testing/desk.ts'
import { addPerson } from '../../testing/people.ts'

const endpoints = Object.values({ ...desk, ...inbox }).filter((value): value is Endpoint & typeof value => {
  return typeof value === 'object' && 'path' in value
})

/** Builds a call that would succeed for an admin. */
function callOf({ method, path }: Endpoint, personId: string) {
  const url = path.replace(':id', personId).replace(':role', 'Admin')
  const body = { approve: true, reason: 'because' }
  return { method, url, ...(['POST', 'PUT'].includes(method) ? { body } : {}) }
}

test('S6.04 every call of the desk requires an admin: other callers get 401 or 403, change nothing, and are not logged', async () => {
  expect(endpoints.length).toBeGreaterThan(12)
  expect(endpoints.filter(({ access }) => access !== 'admin')).toEqual([])
  const { call, db, ask } = await createDeskSite()
  const target = await addPerson(db, { name: 'Target' })
  const reader = await addPerson(db)
  const partner = await addPerson(db, { roles: ['Partner'] })
  const guest = await addPerson(db, { roles: ['Guest'] })
  for (const endpoint of endpoints) {
    const { method, url, ...rest } = callOf(endpoint, target.id)
    const statusWith = async (token?: string) =>
      (await call(method, url, token === undefined ? rest : { ...rest, token })).statusCode
    const statuses = [
      await statusWith(),
      await statusWith('not-a-token'),
      await statusWith(reader.token),
      await statusWith(partner.token),
      await statusWith(guest.token),
    ]
    expect(statuses, `${method} ${url}`).toEqual([401, 401, 403, 403, 403])
  }
  const { body } = await ask('GET', `/people/${target.id}`)
  expect(body).toMatchObject({ person: { roles: [], bannedAt: null }, sessions: 1, log: [] })
})

test('S6.04 the next call of an admin is answered 403 after the loss of the role, and 401 after a ban', async () => {
  const { db, ask } = await createDeskSite()
  const bo = await addPerson(db, { name: 'Bo', roles: ['Admin'] })
  expect((await ask('GET', '/people', undefined, bo.token)).status).toBe(200)
  await ask('DELETE', `/people/${bo.id}/roles/Admin`)
  expect((await ask('GET', '/people', undefined, bo.token)).status).toBe(403)
  await ask('PUT', `/people/${bo.id}/ban`, { reason: '' })
  expect((await ask('GET', '/people', undefined, bo.token)).status).toBe(401)
})

test('every desk call about a person or mail answers an invalid id with a 4xx status, an unknown id with 404', async () => {
  const { ask } = await createDeskSite()
  const about = endpoints.filter(({ path }) => path.includes(':id'))
  const ids = ["1' or '1'='1", '%00', '..', 'x'.repeat(5000)]
  for (const endpoint of about) {
    for (const id of ids) {
      const { method, url, ...rest } = callOf(endpoint, encodeURIComponent(decodeURIComponent(id)))
      const { status } = await ask(method, url.replace('/api/desk', ''), rest.body)
      expect([400, 404, 405, 414], `${method} ${url}`).toContain(status)
    }
    const { method, url, ...rest } = callOf(endpoint, createId())
    const { status, body } = await ask(method, url.replace('/api/desk', ''), rest.body)
    expect([status, body.code], `${method} ${url}`).toEqual([404, 'not_found'])
  }
})

test('the desk grants only the roles Admin and Partner, and ignores undeclared fields of a request', async () => {
  const { db, ask } = await createDeskSite()
  const target = await addPerson(db)
  const extra = { roles: ['Admin'], reason: 'spam', bannedAt: null, is_guest: 1, email: 'x@example.org' }
  for (const role of ['Guest', 'admin', 'Owner', '%00', 'Admin%20']) {
    expect((await ask('PUT', `/people/${target.id}/roles/${role}`, extra)).status, role).toBe(400)
  }
  const { body } = await ask('PUT', `/people/${target.id}/ban`, extra)
  expect(body).toMatchObject({ roles: [], guest: false, banReason: 'spam' })
  expect(body.email).not.toBe('x@example.org')
  expect((await ask('PUT', `/people/${target.id}/ban`, { reason: { $ne: 1 } })).status).toBe(400)
  expect((await ask('PUT', `/people/${target.id}/ban`, { reason: 'x'.repeat(501) })).status).toBe(400)
  expect((await ask('POST', `/people/${target.id}/application`, { approve: 'yes' })).status).toBe(400)
})

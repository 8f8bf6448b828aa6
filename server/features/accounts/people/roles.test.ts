import { expect, test } from 'vitest'
import { createId } from '../../../db/ids.ts'
import { createDeskSite } from '../../../testing/desk.ts'
import { addPerson } from '../../../testing/people.ts'

async function withApplicant(name = 'Ann Applicant') {
  const site = await createDeskSite()
  const ann = await addPerson(site.db, { name, email: 'ann@example.org' })
  await site.db
    .insertInto('partner_applications')
    .values({ id: createId(), user_id: ann.id, created_at: Date.now() })
    .execute()
  return { ...site, ann }
}

test('S6.04 an admin grants and revokes roles; each change is logged once and applies to the next call', async () => {
  const { db, ask, call, logged } = await createDeskSite()
  const nora = await addPerson(db, { name: 'Nora' })
  const grant = () => ask('PUT', `/people/${nora.id}/roles/Admin`)
  expect((await grant()).body).toMatchObject({ name: 'Nora', roles: ['Admin'] })
  expect((await grant()).body).toMatchObject({ roles: ['Admin'] })
  expect((await call('GET', '/auth/current-user', { token: nora.token })).json().roles).toEqual(['Admin'])
  expect((await ask('DELETE', `/people/${nora.id}/roles/Admin`)).body).toMatchObject({ roles: [] })
  expect((await ask('DELETE', `/people/${nora.id}/roles/Admin`)).status).toBe(200)
  expect((await call('GET', '/auth/current-user', { token: nora.token })).json().roles).toEqual([])
  expect(await logged()).toEqual(['Ada Admin | role revoked | Nora | Admin', 'Ada Admin | role granted | Nora | Admin'])
})

test('granting or revoking a role and deciding an application require a recent proof of ownership by the admin', async () => {
  const { db, ask, ann, logged } = await withApplicant()
  const bo = await addPerson(db, { name: 'Bo', roles: ['Admin'] })
  await db
    .updateTable('sessions')
    .set({ proved_at: Date.now() - 900_000 })
    .execute()
  for (const [method, path, body] of [
    ['PUT', `${ann.id}/roles/Admin`],
    ['DELETE', `${bo.id}/roles/Admin`],
    ['POST', `${ann.id}/application`, { approve: true }],
  ] as const)
    expect((await ask(method, `/people/${path}`, body)).body, path).toMatchObject({ code: 'proof_required' })
  expect(await logged()).toEqual([])
})

test('an admin cannot grant a role to a guest', async () => {
  const { db, ask, logged } = await createDeskSite()
  const gus = await addPerson(db, { roles: ['Guest'] })
  const { status, body } = await ask('PUT', `/people/${gus.id}/roles/Partner`)
  expect([status, body.code]).toEqual([403, 'forbidden'])
  expect(await db.selectFrom('user_roles').selectAll().where('user_id', '=', gus.id).execute()).toEqual([])
  expect(await logged()).toEqual([])
})

test('the last active admin keeps the role Admin; a banned admin does not count as active', async () => {
  const { db, ask, ada, logged } = await createDeskSite()
  const bo = await addPerson(db, { name: 'Bo', roles: ['Admin'] })
  await ask('PUT', `/people/${bo.id}/ban`, { reason: '' })
  const { status, body } = await ask('DELETE', `/people/${ada.id}/roles/Admin`)
  expect([status, body.code]).toEqual([409, 'last_admin'])
  expect(await logged()).toEqual(['Ada Admin | banned | Bo | '])
  expect((await ask('GET', '/people?filter=admins')).body.total).toBe(2)
  await ask('DELETE', `/people/${bo.id}/ban`)
  expect((await ask('DELETE', `/people/${ada.id}/roles/Admin`)).status).toBe(200)
})

test('when admins ban each other and revoke each other’s role at the same time, exactly one active admin remains', async () => {
  const { db, ask, ada } = await createDeskSite()
  const others = await Promise.all(Array.from({ length: 5 }, () => addPerson(db, { roles: ['Admin'] })))
  const admins = [ada, ...others]
  const statuses = await Promise.all(
    admins.flatMap((actor, i) =>
      admins
        .filter((target) => target !== actor)
        .map(async (target, j) => {
          const [method, path] = (i + j) % 2 ? ['DELETE', 'roles/Admin'] : ['PUT', 'ban']
          return (await ask(method as string, `/people/${target.id}/${path}`, { reason: '' }, actor.token)).status
        }),
    ),
  )
  for (const status of statuses) expect([200, 401, 403, 409]).toContain(status)
  const able = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_id', 'users.id')
    .select('users.id')
    .where('role', '=', 'Admin')
    .where('banned_at', 'is', null)
    .execute()
  expect(able).toHaveLength(1)
})

test('an approved applicant becomes a partner and gets a mail, and the decision is logged', async () => {
  const { ask, ann, mails, logged } = await withApplicant('Ann & <Co>')
  expect((await ask('GET', `/people/${ann.id}`)).body.person.partnerApplicationAt).toEqual(expect.any(Number))
  const { status, body } = await ask('POST', `/people/${ann.id}/application`, { approve: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({ roles: ['Partner'], partnerApplicationAt: null })
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'ann@example.org', subject: 'You are a partner of Nebelhorn now' })
  expect(mail?.text).toContain('Hello Ann & <Co>,')
  expect(mail?.html).toContain('Hello Ann &amp; &lt;Co&gt;,')
  expect(await logged()).toEqual(['Ada Admin | application approved | Ann & <Co> | '])
})

test('a declined applicant stays a reader and gets a mail, and the decision is logged', async () => {
  const { ask, ann, mails, logged } = await withApplicant()
  const { body } = await ask('POST', `/people/${ann.id}/application`, { approve: false })
  expect(body).toMatchObject({ roles: [], partnerApplicationAt: null })
  expect(await mails()).toMatchObject([{ to: 'ann@example.org', subject: 'Your application at Nebelhorn' }])
  expect((await mails())[0]?.text).toContain('has not been approved')
  expect(await logged()).toEqual(['Ada Admin | application declined | Ann Applicant | '])
})

test('granting the role Partner approves the person’s application; a second decision on the application is refused', async () => {
  const { db, ask, ann, mails, logged } = await withApplicant()
  expect((await ask('PUT', `/people/${ann.id}/roles/Partner`)).body).toMatchObject({ partnerApplicationAt: null })
  const again = await ask('POST', `/people/${ann.id}/application`, { approve: false })
  expect([again.status, again.body.code]).toEqual([409, 'already_decided'])
  expect(await mails()).toHaveLength(1)
  expect(await logged()).toEqual(['Ada Admin | application approved | Ann Applicant | '])
  const other = await addPerson(db)
  expect((await ask('POST', `/people/${other.id}/application`, { approve: true })).status).toBe(404)
})

test('when twenty decisions on one application arrive at the same time, one takes effect and one mail is sent', async () => {
  const { ask, ann, mails } = await withApplicant()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => ask('POST', `/people/${ann.id}/application`, { approve: i % 2 === 0 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await mails()).toHaveLength(1)
})

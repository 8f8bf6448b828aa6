import { expect, test } from 'vitest'
import type { InboxItem } from '#contract/desk-inbox.ts'
import { DAY_MS } from '#contract/limits.ts'
import { createId } from '../../../db/ids.ts'
import { hashSecret } from '../../../db/secrets.ts'
import { parseEmail } from '../../../http/parse-email.ts'
import { createDeskSite } from '../../../testing/desk.ts'
import { addPerson } from '../../../testing/people.ts'

type Site = Awaited<ReturnType<typeof createDeskSite>>

const search = async ({ ask }: Site, text: string, filter = 'all') => {
  const { status, body } = await ask('GET', `/people?${new URLSearchParams({ search: text, filter })}`)
  expect(status).toBe(200)
  return body.people.map(({ name }: { name: string }) => name)
}

test('finds people whose name or email address contains all words of the search, in upper or lower case', async () => {
  const site = await createDeskSite()
  await addPerson(site.db, { name: 'Nora Reader', email: 'nora@example.org' })
  await addPerson(site.db, { name: 'Sam Porter', email: 'Sam.Porter@Example.com' })
  expect(await search(site, 'NORA')).toEqual(['Nora Reader'])
  expect(await search(site, 'orter@example')).toEqual(['Sam Porter'])
  expect(await search(site, '  reader   EXAMPLE.org ')).toEqual(['Nora Reader'])
  expect(await search(site, 'nora porter')).toEqual([])
  expect(await search(site, '')).toEqual(['Sam Porter', 'Nora Reader', 'Ada Admin'])
})

test.each([
  ['émile', 'Émile Éluard'],
  ['ÉMILE ÉLUARD', 'Émile Éluard'],
  ['E\u0301mile', 'Émile Éluard'],
  ['ødegård', 'Åse Ødegård'],
  ['иван', 'Иван Петров'],
  ['ПЕТР', 'Иван Петров'],
  ['山田', '山田 太郎'],
  ['🎩', 'Hat 🎩'],
  ['grüße', 'Jörg Grüße'],
])('a search for “%s” finds %s, in every script', async (text, name) => {
  const site = await createDeskSite()
  for (const person of ['Émile Éluard', 'Åse Ødegård', 'Иван Петров', '山田 太郎', 'Hat 🎩', 'Jörg Grüße']) {
    await addPerson(site.db, { name: person })
  }
  expect(await search(site, text)).toEqual([name])
})

test('searches for %, _ and \\ as ordinary characters', async () => {
  const site = await createDeskSite()
  for (const name of ['100% Nora', 'snake_case', 'snakeXcase', 'back\\slash']) await addPerson(site.db, { name })
  expect(await search(site, '%')).toEqual(['100% Nora'])
  expect(await search(site, '_')).toEqual(['snake_case'])
  expect(await search(site, '\\')).toEqual(['back\\slash'])
  expect(await search(site, '%%%%')).toEqual([])
})

test('SQL, zero bytes and very long searches find nobody and cause no error', async () => {
  const site = await createDeskSite()
  const strange = ["' or 1=1 --", '"; drop table users; --', '\0', 'a\0b', '\ud800', ' z'.repeat(100), "it's"]
  for (const text of strange) expect(await search(site, text), text).toEqual(text === '\0' ? ['Ada Admin'] : [])
  expect((await site.ask('GET', `/people?search=${'x'.repeat(201)}`)).status).toBe(400)
  expect((await site.ask('GET', '/people?search=a&search=b')).status).toBe(400)
  expect((await site.ask('GET', '/people?filter=everybody')).status).toBe(400)
  expect((await site.ask('GET', "/people?cursor=' or 1=1")).status).toBe(400)
})

test('each filter finds only its people: admins, partners, applicants, banned people or guests, also within a search', async () => {
  const site = await createDeskSite()
  const { db, ask } = site
  await addPerson(db, { name: 'Pat Partner', roles: ['Partner'] })
  await addPerson(db, { name: 'Gus Guest', roles: ['Guest'] })
  const applicant = await addPerson(db, { name: 'Ann Applicant' })
  const at = Date.now()
  await db
    .insertInto('partner_applications')
    .values({ id: createId(), user_id: applicant.id, created_at: at })
    .execute()
  const bad = await addPerson(db, { name: 'Bad Bob' })
  await ask('PUT', `/people/${bad.id}/ban`, { reason: 'spam' })
  expect(await search(site, '', 'admins')).toEqual(['Ada Admin'])
  expect(await search(site, '', 'partners')).toEqual(['Pat Partner'])
  expect(await search(site, '', 'applications')).toEqual(['Ann Applicant'])
  expect(await search(site, '', 'banned')).toEqual(['Bad Bob'])
  expect(await search(site, '', 'guests')).toEqual(['Gus Guest'])
  expect(await search(site, 'bob', 'guests')).toEqual([])
})

test('lists people in parts of fifty, newest first; people who sign up meanwhile do not shift the next part', async () => {
  const { db, ask } = await createDeskSite()
  const names = Array.from({ length: 119 }, (_, i) => `Person ${i}`)
  for (const name of names) {
    const email = `${crypto.randomUUID()}@example.org`
    await db
      .insertInto('users')
      .values({ id: createId(), name, email, email_key: parseEmail(email).key, is_guest: 0, created_at: Date.now() })
      .execute()
  }
  const seen: string[] = []
  const sizes: number[] = []
  let next: string | null = null
  do {
    const { body } = await ask('GET', `/people?search=example.org${next ? `&cursor=${next}` : ''}`)
    seen.push(...body.people.map(({ name }: { name: string }) => name))
    sizes.push(body.people.length)
    next = body.next
    await addPerson(db, { name: 'Latecomer' })
  } while (next)
  expect(sizes).toEqual([50, 50, 20])
  expect(seen).toEqual([...names.toReversed(), 'Ada Admin'])
})

test('the desk shows a person with state, open sessions and log, but without secrets', async () => {
  const { db, ask } = await createDeskSite()
  const nora = await addPerson(db, { name: 'Nora Reader', email: 'Nora@example.org' })
  await db.updateTable('users').set({ password_hash: '$argon2id$secret', picture_id: 'p1' }).execute()
  await ask('PUT', `/people/${nora.id}/roles/Partner`)
  const { status, body } = await ask('GET', `/people/${nora.id}`)
  expect(status).toBe(200)
  expect(body.person).toEqual({
    id: nora.id,
    name: 'Nora Reader',
    email: 'Nora@example.org',
    profilePicture: '/pictures/p1',
    roles: ['Partner'],
    guest: false,
    createdAt: expect.any(Number),
    lastSeenAt: expect.any(Number),
    bannedAt: null,
    banReason: null,
    partnerApplicationAt: null,
  })
  expect(body.sessions).toBe(1)
  expect(body.log).toMatchObject([{ actor: 'Ada Admin', action: 'role granted', detail: 'Partner' }])
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('the desk counts only sessions that their person can still use', async () => {
  const { db, ask } = await createDeskSite()
  const gus = await addPerson(db, { name: 'Gus', roles: ['Guest'] })
  await db
    .updateTable('refresh_tokens')
    .set({ expires_at: Date.now() - 1 })
    .where('hash', '=', hashSecret(gus.refreshToken))
    .execute()
  expect((await ask('GET', `/people/${gus.id}`)).body.sessions).toBe(0)
  const { records } = (await ask('GET', `/people/${gus.id}/records`)).body
  expect(records).toMatchObject([{ kind: 'session', count: 0, latest: [] }, {}, {}, {}, {}])
})

test('the overview counts people and mail by state, and the inbox lists open applications, the latest first', async () => {
  const { db, ask } = await createDeskSite()
  await addPerson(db, { roles: ['Guest'] })
  const old = await addPerson(db, { name: 'Old Hand' })
  const monthAgo = Date.now() - 30 * DAY_MS
  await db.updateTable('users').set({ created_at: monthAgo }).where('id', '=', old.id).execute()
  const ids: string[] = []
  for (let i = 0; i < 7; i++) {
    const { id } = await addPerson(db, { name: `Applicant ${i}` })
    await db
      .insertInto('partner_applications')
      .values({ id: createId(), user_id: id, created_at: monthAgo + i })
      .execute()
    ids.push(id)
  }
  await ask('POST', `/people/${ids[0]}/application`, { approve: false })
  const { body } = await ask('GET', '')
  expect(body).toMatchObject({ readers: 9, newReaders: 8, guests: 1, smtp: false })
  const inbox = (await ask('GET', '/inbox')).body
  expect(inbox.waiting.application).toBe(6)
  expect(inbox.items.map(({ title, at }: InboxItem) => [title, at])).toEqual(
    [6, 5, 4, 3, 2, 1].map((i) => [`Applicant ${i}`, monthAgo + i]),
  )
  expect(body.mail).toEqual({ waiting: 1, kept: 0 })
  expect(body.log).toMatchObject([{ action: 'application declined', target: 'Applicant 0' }])
})

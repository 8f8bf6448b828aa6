import { expect, test } from 'vitest'
import type { PersonRecordGroup } from '#contract/person-records.ts'
import { createId } from '../../../db/ids.ts'
import { enqueueMail } from '../../../outbox/outbox.ts'
import { createCommentSite } from '../../../testing/comments.ts'
import { createDeskSite } from '../../../testing/desk.ts'
import { createOrderSite } from '../../../testing/orders.ts'
import { addPerson } from '../../../testing/people.ts'

test('the records of a person are their sessions, comments, mails and errors, the latest five of each', async () => {
  const { post, nora, otto, ada, as, db } = await createCommentSite()
  for (let i = 1; i <= 7; i++) await post(nora, `Hello ${i}`)
  await post(otto, 'Of somebody else')
  const { email } = await db.selectFrom('users').select('email').where('id', '=', nora.id).executeTakeFirstOrThrow()
  await enqueueMail(db, {
    to: email.toUpperCase(),
    subject: 'Hello',
    text: 'https://x.example/#token=secret',
    html: '',
  })
  await enqueueMail(db, { to: 'other@example.org', subject: 'Other', text: '', html: '' })
  const group = createId()
  await db
    .insertInto('error_groups')
    .values({
      ...{
        id: group,
        fingerprint: group,
        title: 'TypeError: x',
        place: 'web/menu.tsx',
        side: 'browser',
        state: 'open',
      },
      ...{ count: 1, first_seen_at: 1, last_seen_at: 1, first_release: '', last_release: '' },
    })
    .execute()
  for (const id of ['a', 'b'])
    await db
      .insertInto('error_events')
      .values({ id, group_id: group, at: 1, user_id: nora.id, payload: '{}' })
      .execute()

  const { body } = await as(ada, 'GET', `/api/desk/people/${nora.id}/records`)
  const records = (body as { records: PersonRecordGroup[] }).records
  expect(records.map(({ kind, count }) => [kind, count])).toEqual([
    ['session', 1],
    ['comment', 7],
    ['order', 0],
    ['mail', 1],
    ['error', 1],
  ])
  const titles = Object.fromEntries(records.map(({ kind, latest }) => [kind, latest.map(({ text }) => text)]))
  expect(titles.comment).toEqual(['Hello 7', 'Hello 6', 'Hello 5', 'Hello 4', 'Hello 3'])
  expect(records[1]?.latest[0]?.to).toMatch(/^\/.*#comment-[\w-]+$/)
  expect(titles.mail).toEqual(['waiting'])
  expect(titles.error).toEqual(['web/menu.tsx'])
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('each comment of a person links to its place on the page, or to the moderation list when nobody can read the comment', async () => {
  const { post, nora, ada, as, judge, call } = await createCommentSite()
  const comments = [await post(nora, 'Read'), await post(nora, 'Waits'), await post(nora, 'Hidden')]
  await judge(comments[1]?.id ?? '', 'pending')
  await judge(comments[2]?.id ?? '', 'hidden')
  const links = async () => {
    const { body } = await as(ada, 'GET', `/api/desk/people/${nora.id}/records`)
    const groups = (body as { records: PersonRecordGroup[] }).records
    return groups.find(({ kind }) => kind === 'comment')?.latest.map(({ to }) => to)
  }
  const [hidden, waiting] = ['/desk/moderation?filter=hidden', '/desk/moderation']
  expect(await links()).toEqual([hidden, waiting, `/about#comment-${comments[0]?.id}`])
  await call('PUT', `/api/desk/people/${nora.id}/ban`, { token: ada.token, body: { reason: '' } })
  expect(await links()).toEqual([hidden, waiting, '/desk/moderation?filter=all'])
})

test('each order in the records of a person links to its page, and names its kitchen, total and state', async () => {
  const site = await createOrderSite()
  const { order: placed } = await site.place(site.nora)
  await site.db.updateTable('orders').set({ state: 'out_for_delivery' }).execute()
  const { user_id } = await site.db.selectFrom('orders').select('user_id').executeTakeFirstOrThrow()
  const admin = await addPerson(site.db, { roles: ['Admin'] })
  const answer = await site.call('GET', `/api/desk/people/${user_id}/records`, { token: admin.token })
  const order = (answer.json().records as PersonRecordGroup[]).find(({ kind }) => kind === 'order')
  expect(order).toMatchObject({ count: 1, latest: [{ id: placed.orderId, to: `/orders/${placed.orderId}` }] })
  expect(order?.latest[0]?.title).toMatch(/^Order \d+ at /)
  expect(order?.latest[0]?.text).toMatch(/^£[\d.]+, on its way$/)
})

test('records of an unknown person are answered 404, and readers cannot see any records', async () => {
  const { ask, call, createReader, ada } = await createDeskSite()
  expect((await ask('GET', `/people/${createId()}/records`)).body.code).toBe('not_found')
  const { accessToken: token } = await createReader()
  expect((await call('GET', `/api/desk/people/${ada.id}/records`, { token })).statusCode).toBe(403)
})

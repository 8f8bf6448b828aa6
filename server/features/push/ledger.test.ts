import { beforeEach, expect, inject, test, vi } from 'vitest'
import { PUSH_RESULT_RETENTION_MS } from '#contract/limits.ts'
import { createId } from '../../db/ids.ts'
import { advanceClock } from '../../testing/outbox.ts'
import { createPushSite } from '../../testing/push-site.ts'
import { explainQueries } from '../../testing/query-plans.ts'
import { countDevicesByPlatform, countPushResults, deleteOldPushesAndDevices, listDeskPushMessages } from './ledger.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

test('the push ledger lists each message with its results, newest first, and the totals of all messages', async () => {
  const { nora, otto, ada, addBrowser, tell, deliver, service, ledger } = await createPushSite()
  const fates = [
    { who: nora, status: 201 },
    { who: otto, status: 413 },
    { who: ada, status: 410 },
  ]
  for (const { who, status } of fates) {
    const { endpoint } = await addBrowser(who)
    service.replies.set(new URL(endpoint).pathname, [{ status }])
  }
  await tell('readers', { title: 'First', body: 'words' })
  await deliver()
  await tell('readers', { topic: 'notices', title: 'Second' })
  expect(await ledger()).toEqual({
    messages: [
      {
        id: expect.any(String),
        topic: 'notices',
        title: 'Second',
        body: 'are in',
        createdAt: Date.now(),
        waiting: 2,
        accepted: 0,
        failed: 0,
        expired: 0,
        lastError: null,
      },
      {
        id: expect.any(String),
        topic: 'replies',
        title: 'First',
        body: 'words',
        createdAt: Date.now(),
        waiting: 0,
        accepted: 1,
        failed: 1,
        expired: 1,
        lastError: 'The push service answered 413.',
      },
    ],
    next: null,
    totals: { waiting: 2, accepted: 1, failed: 1, expired: 1 },
    devices: { web: 2, android: 0, ios: 0 },
    firebase: false,
  })
})

test('a long push ledger is listed in pages of at most fifty messages', async () => {
  const { nora, ada, as, addBrowser, tell } = await createPushSite()
  await addBrowser(nora)
  for (let i = 0; i < 120; i++) await tell({ userId: nora.id }, { title: `Number ${i}` })
  const titles: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await as(ada, 'GET', `/api/desk/push${next && `?cursor=${next}`}`)
    expect(body.messages.length).toBeLessThanOrEqual(50)
    titles.push(...body.messages.map(({ title }: { title: string }) => title))
    next = body.next
  }
  expect(titles).toEqual(Array.from({ length: 120 }, (_, i) => `Number ${119 - i}`))
})

test('after thirty days a push message and its results are deleted; devices of ended sessions are deleted too', async () => {
  const { db, nora, otto, addBrowser, tell, rows, deliver } = await createPushSite()
  await addBrowser(nora)
  await addBrowser(otto)
  await tell({ userId: nora.id }, { title: 'Old' })
  await deliver()
  advanceClock(PUSH_RESULT_RETENTION_MS / 2)
  await db.updateTable('sessions').set({ last_used_at: Date.now() }).execute()
  await tell({ userId: nora.id }, { title: 'New' })
  await deliver()
  advanceClock(PUSH_RESULT_RETENTION_MS / 2)
  const titles = async () => (await db.selectFrom('push_messages').select('title').execute()).map(({ title }) => title)
  await deleteOldPushesAndDevices(db)
  expect([await titles(), (await rows()).length]).toEqual([['Old', 'New'], 2])
  advanceClock(1)
  await db.updateTable('sessions').set({ revoked_at: Date.now() }).where('user_id', '=', otto.id).execute()
  await deleteOldPushesAndDevices(db)
  expect([await titles(), (await rows()).length]).toEqual([['New'], 1])
  expect(await db.selectFrom('push_devices').select('user_id').execute()).toEqual([{ user_id: nora.id }])
})

test('a message to 3,000 devices is stored once for each device, and no query of the ledger scans a whole table', async () => {
  const { db, tell, nora, ledger } = await createPushSite()
  const session = await db.selectFrom('sessions').selectAll().where('user_id', '=', nora.id).executeTakeFirstOrThrow()
  const device = { platform: 'web', user_id: nora.id, token: '{}', created_at: Date.now() } as const
  for (let batch = 0; batch < 30; batch++) {
    const sessions = Array.from({ length: 100 }, () => ({ ...session, id: createId() }))
    await db.insertInto('sessions').values(sessions).execute()
    const devices = sessions.map(({ id }) => ({ ...device, id: createId(), session_id: id, token_hash: id }))
    await db.insertInto('push_devices').values(devices).execute()
  }
  expect(await tell('readers')).toBe(3_000)
  expect(await ledger()).toMatchObject({ messages: [{ waiting: 3_000 }], devices: { web: 3_000 } })
  if (inject('postgres')) return

  const plans = await explainQueries(db, async (db) => {
    await listDeskPushMessages(db)
    await countPushResults(db)
    await countDevicesByPlatform(db)
  })
  expect(plans.length).toBeGreaterThanOrEqual(5)
  expect(plans.filter((plan) => plan.startsWith('SCAN') && !plan.includes('INDEX'))).toEqual([])
})

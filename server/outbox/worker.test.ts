import { memoryBackplane } from '@hobohat/hub'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import type { Database } from '../db/database.ts'
import { createIsolatedDatabase, createTestDatabase } from '../testing/database.ts'
import { collectAddedWorkKinds, createRecordingLog, exampleMail, getOnlyOutboxRow } from '../testing/outbox.ts'
import { findNextDueTime } from './deliver.ts'
import { enqueuePush } from './enqueue-push.ts'
import { createMailOutboxSender } from './mail-sender.ts'
import { enqueueMail, enqueueWork, retryMail, wakeWorkerAfterCommit } from './outbox.ts'
import { startBackgroundWorker } from './worker.ts'

type Options = Partial<Parameters<typeof startBackgroundWorker>[0]> & { db: Database }

/** Starts a worker without a mail server, which gives mails the state `kept`. Stops it after the test. */
function work(options: Options) {
  const { log, lines } = createRecordingLog()
  const worker = startBackgroundWorker({ log, senders: [createMailOutboxSender(null)], ...options })
  onTestFinished(() => worker.stop())
  return { worker, lines }
}

/** Waits until this number of mails is finished. The time limit is shorter than the worker's own pause. */
const expectKept = (db: Database, count: number) =>
  expect
    .poll(async () => (await db.selectFrom('outbox').select('state').execute()).map(({ state }) => state), {
      timeout: 20 * SECOND_MS,
    })
    .toEqual(Array(count).fill('kept'))

test('sends a mail that arrives while the worker runs, and waits for the claimed mail when the worker stops', async () => {
  const db = await createTestDatabase()
  const inHand = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const send = () => {
    inHand.resolve()
    return taken.promise
  }
  const { worker } = work({ db, senders: [createMailOutboxSender(send)] })
  await enqueueMail(db, exampleMail)
  await inHand.promise
  const stopped = worker.stop()
  taken.resolve()
  await stopped
  expect(await getOnlyOutboxRow(db)).toMatchObject({ state: 'sent' })
})

test('sends a mail at once after the commit of its transaction', async () => {
  const db = await createTestDatabase()
  work({ db })
  // The worker's first run can find only the first mail, so commits must wake the worker for the others.
  for (const count of [1, 2, 3]) {
    await db.transaction().execute((tx) => enqueueMail(tx, exampleMail))
    await expectKept(db, count)
  }
})

test('sends a waiting mail when its next attempt is due', async () => {
  const db = await createTestDatabase()
  await enqueueMail(db, exampleMail)
  const dueAt = Date.now() + SECOND_MS / 2
  await db.updateTable('outbox').set({ next_at: dueAt }).execute()
  work({ db })
  await expectKept(db, 1)
  const { done_at } = await getOnlyOutboxRow(db)
  expect(done_at).toBeGreaterThanOrEqual(dueAt)
})

test('a commit wakes the workers once for each enqueued mail and each enqueued request for a link', async () => {
  const db = await createTestDatabase()
  const works = collectAddedWorkKinds(db)
  await db.transaction().execute(async (tx) => {
    await enqueueMail(tx, exampleMail)
    await enqueueWork(tx, { kind: 'link_request', payload: '{}', recipientKey: null })
    expect(works).toEqual([])
  })
  expect(works).toEqual(['mail', 'link_request'])
  await enqueueWork(db, { kind: 'mail', payload: '{}', recipientKey: null })
  expect(works).toEqual(['mail', 'link_request', 'mail'])
})

test('a rolled-back transaction wakes no worker, not even when the next transaction on the same connection commits', async () => {
  const db = await createTestDatabase()
  const works = collectAddedWorkKinds(db)
  const undone = db.transaction().execute(async (tx) => {
    await enqueueMail(tx, exampleMail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.transaction().execute((tx) => tx.deleteFrom('outbox').execute())
  expect(works).toEqual([])
})

test('retrying a failed mail wakes the worker', async () => {
  const db = await createTestDatabase()
  await enqueueMail(db, exampleMail)
  const { id } = await getOnlyOutboxRow(db)
  await db.updateTable('outbox').set({ state: 'failed' }).execute()
  const works = collectAddedWorkKinds(db)
  await db.transaction().execute((tx) => retryMail(tx, id))
  expect(works).toEqual(['mail'])
})

test('a push to readers without a device wakes no worker', async () => {
  const db = await createTestDatabase()
  const works = collectAddedWorkKinds(db)
  const push = { topic: 'notices', title: 'Hats', body: 'are in', url: '/', tag: 'hats' } as const
  expect(await db.transaction().execute((tx) => enqueuePush(tx, 'readers', push))).toBe(0)
  expect(works).toEqual([])
})

test('a listener for work in one database is not called for another database', async () => {
  const [db, other] = [await createTestDatabase(), await createIsolatedDatabase()]
  const works = collectAddedWorkKinds(db)
  await enqueueMail(other, exampleMail)
  expect(works).toEqual([])
})

test('a commit wakes the workers of other processes, and their commits wake the worker of this process', async () => {
  const [db, backplane, told] = [await createTestDatabase(), memoryBackplane(), [] as string[]]
  await backplane.subscribe('outbox', (bytes) => told.push(Buffer.from(bytes).toString()))
  work({ db, backplane })
  await enqueueMail(db, exampleMail)
  await expectKept(db, 1)
  expect(told).toEqual(['mail'])
  // Writes as another process does, so that the worker of this process is not woken.
  await db.updateTable('outbox').set({ state: 'waiting', next_at: Date.now() }).execute()
  await backplane.publish('outbox', Buffer.from('mail'))
  await expectKept(db, 1)
})

test('a job is woken only by commits that add its work, in this process or in another one', async () => {
  const [db, backplane] = [await createTestDatabase(), memoryBackplane()]
  const [checks, pushes] = [vi.fn(async () => {}), vi.fn(async () => {})]
  const jobs = [
    { work: 'payment_check', everyMs: HOUR_MS, run: checks },
    { work: 'notice_push', everyMs: HOUR_MS, run: pushes },
  ] as const
  work({ db, backplane, jobs })
  const expectChecks = (count: number) => expect.poll(() => checks.mock.calls.length).toBe(count)
  await expectChecks(1)
  await db.transaction().execute((tx) => wakeWorkerAfterCommit(tx, 'payment_check'))
  await expectChecks(2)
  await backplane.publish('outbox', Buffer.from('payment_check'))
  await expectChecks(3)
  expect(pushes).toHaveBeenCalledTimes(1)
})

test('the next due time is the earliest time of waiting mails and expiring claims, or null when that time is after the given limit', async () => {
  const db = await createTestDatabase()
  const now = Date.now()
  const soon = now + MINUTE_MS
  const rows = [
    { next_at: now - 1, claimed_until: now + 50_000 },
    { next_at: now + 40_000, claimed_until: null },
    { next_at: now + 30_000, claimed_until: now - 1 },
    { next_at: now + 20_000, claimed_until: null, kind: 'push' },
    { next_at: now + 10_000, claimed_until: null, state: 'failed' },
  ] as const
  expect(await findNextDueTime(db, 'mail', soon)).toBeNull()
  const found: (number | null)[] = []
  for (const row of rows) {
    await enqueueMail(db, { ...exampleMail, subject: String(found.length) })
    await db.updateTable('outbox').set(row).where('payload', 'like', `%"subject":"${found.length}"%`).execute()
    found.push(await findNextDueTime(db, 'mail', soon))
  }
  expect(found).toEqual([50_000, 40_000, 30_000, 30_000, 30_000].map((ms) => now + ms))
  expect(await findNextDueTime(db, 'mail', now + 29_999)).toBeNull()
})

test('an unexpected database error is logged', async () => {
  const db = await createIsolatedDatabase()
  await db.schema.alterTable('outbox').renameTo('elsewhere').execute()
  const { lines } = work({ db })
  await expect.poll(() => lines).toContainEqual({ message: 'the outbox cannot work', err: expect.any(Error) })
})

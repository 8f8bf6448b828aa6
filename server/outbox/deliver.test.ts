import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { connectDatabase } from '../db/database.ts'
import { DatabaseUnavailableError } from '../db/unavailable.ts'
import { createTestDatabase, provisionTestDatabaseLocation } from '../testing/database.ts'
import { startMailServer } from '../testing/mail-server.ts'
import {
  advanceClock,
  createRecordingLog,
  exampleMail,
  exampleMailFrom,
  exampleMailLink,
  exampleMailSecret,
  getOnlyOutboxRow,
} from '../testing/outbox.ts'
import { startCodeProcess } from '../testing/start-code-process.ts'
import { deleteOldWork, deliverDue, type OutboxSender } from './deliver.ts'
import { createMailOutboxSender, createSmtpSender, MAIL_RETRY_DELAYS_MS, type SendMail } from './mail-sender.ts'
import { enqueueMail, parseStoredMail } from './outbox.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a refused mail is sent again after each pause with the same message id, and fails after the last attempt', async () => {
  const [db, server, { log, lines }] = [await createTestDatabase(), await startMailServer(), createRecordingLog()]
  const delivery = { db, sender: createMailOutboxSender(await createSmtpSender(server.url, exampleMailFrom)), log }
  server.refusal = { of: 'mail', status: 451, words: `not now, ${exampleMail.to}: ${exampleMailLink}` }
  await enqueueMail(db, exampleMail)
  for (const [earlier, delay] of MAIL_RETRY_DELAYS_MS.entries()) {
    expect(await deliverDue(delivery)).toBe(1)
    const next = { state: 'waiting', attempts: earlier + 1, next_at: Date.now() + delay, claimed_until: null }
    expect(await getOnlyOutboxRow(db)).toMatchObject(next)
    advanceClock(delay - 1)
    expect(await deliverDue(delivery)).toBe(0)
    advanceClock(1)
  }
  expect(await deliverDue(delivery)).toBe(1)
  const row = await getOnlyOutboxRow(db)
  expect(row).toMatchObject({ state: 'failed', attempts: 6, done_at: Date.now() })
  advanceClock(30 * DAY_MS)
  expect(await deliverDue(delivery)).toBe(0)

  const messages = server.arrived.map(({ parsed }) => `${parsed.messageId} ${parsed.date}`)
  expect([messages.length, new Set(messages).size]).toEqual([6, 1])
  expect(row.last_error).toContain('not now')
  expect(row.last_error).not.toContain(exampleMailSecret)
  expect(JSON.stringify(lines)).not.toMatch(/reader|Confirm|token/)
  expect(lines.map(({ message, status }) => [message, status])).toEqual([
    ...MAIL_RETRY_DELAYS_MS.map(() => ['mail not sent, will be tried again', 451]),
    ['mail given up', 451],
  ])
})

test('a mail is retried when the mail server cannot be reached, and the password of that server is not logged', async () => {
  const [db, { log, lines }] = [await createTestDatabase(), createRecordingLog()]
  await enqueueMail(db, exampleMail)
  await deliverDue({
    db,
    sender: createMailOutboxSender(await createSmtpSender('smtp://jo:password@127.0.0.1:1', exampleMailFrom)),
    log,
  })
  const row = await getOnlyOutboxRow(db)
  expect(row).toMatchObject({ state: 'waiting', next_at: Date.now() + MINUTE_MS })
  expect(lines).toMatchObject([{ message: 'mail not sent, will be tried again', code: 'ESOCKET' }])
  expect(JSON.stringify([lines, row])).not.toContain('password')
})

test('several workers share the due mails, and each mail is sent once', async () => {
  const [db, server, { log }] = [await createTestDatabase(), await startMailServer(), createRecordingLog()]
  const sender = createMailOutboxSender(await createSmtpSender(server.url, exampleMailFrom))
  const addresses = Array.from({ length: 23 }, (_, number) => `reader${number}@example.org`)
  for (const to of addresses) await enqueueMail(db, { ...exampleMail, to })
  const work = async () => {
    let sum = 0
    for (let some = -1; some !== 0; sum += some) some = await deliverDue({ db, sender, log })
    return sum + 1
  }
  await Promise.all([work(), work(), work(), work()])
  expect(server.arrived.flatMap(({ recipients }) => recipients).sort()).toEqual(addresses.sort())
})

test('a mail that a killed process has claimed is sent by another process when the claim expires', async () => {
  const [location, server] = [await provisionTestDatabaseLocation(), await startMailServer()]
  const db = await connectDatabase(location)
  onTestFinished(() => db.destroy())
  await enqueueMail(db, exampleMail)
  const child = startCodeProcess(`const { connectDatabase } = await import('./db/database.ts')
    const { deliverDue } = await import('./outbox/deliver.ts')
    const { createMailOutboxSender } = await import('./outbox/mail-sender.ts')
    Date.now = () => ${Date.now()}
    const db = await connectDatabase(${JSON.stringify(location)})
    const sender = createMailOutboxSender(() => new Promise(() => console.log('in hand')))
    setInterval(() => {}, 1_000)
    await deliverDue({ db, sender })`)
  for await (const line of createInterface(child.stdout)) if (line === 'in hand') child.kill('SIGKILL')

  const delivery = {
    db,
    sender: createMailOutboxSender(await createSmtpSender(server.url, exampleMailFrom)),
    log: createRecordingLog().log,
  }
  expect(await getOnlyOutboxRow(db)).toMatchObject({ state: 'waiting', claimed_until: Date.now() + 2 * MINUTE_MS })
  advanceClock(2 * MINUTE_MS - 1)
  expect(await deliverDue(delivery)).toBe(0)
  advanceClock(1)
  expect(await deliverDue(delivery)).toBe(1)
  expect(await getOnlyOutboxRow(db)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(server.arrived).toHaveLength(1)
})

test('a failure after the claim has expired does not undo the work of another worker', async () => {
  const [db, { log }] = [await createTestDatabase(), createRecordingLog()]
  await enqueueMail(db, exampleMail)
  const inHand = Promise.withResolvers<void>()
  const outcome = Promise.withResolvers<void>()
  const slow: SendMail = () => {
    inHand.resolve()
    return outcome.promise
  }
  const late = deliverDue({ db, sender: createMailOutboxSender(slow), log })
  await inHand.promise
  advanceClock(2 * MINUTE_MS)
  await deliverDue({ db, sender: createMailOutboxSender(async () => {}), log })
  outcome.reject(new Error('too late'))
  await late
  expect(await getOnlyOutboxRow(db)).toMatchObject({ state: 'sent', last_error: null })
})

/** Creates two mails, and a sender that fails with an error at the mail with the subject `Bad`. */
async function createFailingDelivery(error: Error) {
  const [db, { log, lines }, reported] = [await createTestDatabase(), createRecordingLog(), [] as unknown[]]
  for (const subject of ['Good', 'Bad']) await enqueueMail(db, { ...exampleMail, subject })
  const sender: OutboxSender = {
    ...createMailOutboxSender(null),
    deliver: async (row) => {
      if (parseStoredMail(row).subject === 'Bad') throw error
      return { state: 'sent' }
    },
  }
  const rows = async () => {
    const all = await db.selectFrom('outbox').selectAll().execute()
    return Object.fromEntries(all.map((row) => [parseStoredMail(row).subject, row]))
  }
  return { delivery: { db, sender, log, report: (error: unknown) => reported.push(error) }, lines, reported, rows }
}

test('after an unexpected error, a mail is tried again later and the error is reported; the other mails are delivered', async () => {
  const error = new Error(`unexpected: ${exampleMailLink}`)
  const { delivery, lines, reported, rows } = await createFailingDelivery(error)
  expect(await deliverDue(delivery)).toBe(2)
  expect(reported).toEqual([error])
  const { Good, Bad } = await rows()
  expect(Good).toMatchObject({ state: 'sent' })
  expect(Bad).toMatchObject({ state: 'waiting', claimed_until: null, next_at: Date.now() + MAIL_RETRY_DELAYS_MS[0] })
  expect(Bad?.last_error).toBe('It failed unexpectedly. The log has the error.')
  expect(lines).toMatchObject([{ message: 'mail not sent, will be tried again', err: error }])
})

test('while the database is unavailable, no mail fails', async () => {
  const { delivery, lines, reported, rows } = await createFailingDelivery(new DatabaseUnavailableError('away'))
  await expect(deliverDue(delivery)).rejects.toThrow(DatabaseUnavailableError)
  expect((await rows()).Bad).toMatchObject({ state: 'waiting', last_error: null })
  expect([lines, reported]).toEqual([[], []])
})

test('finished mails are deleted after 30 days, and waiting mails are not deleted', async () => {
  const [db, { log }] = [await createTestDatabase(), createRecordingLog()]
  await enqueueMail(db, exampleMail)
  await deliverDue({ db, sender: createMailOutboxSender(null), log })
  await enqueueMail(db, { ...exampleMail, to: 'waiting@example.org' })
  const addresses = async () =>
    (await db.selectFrom('outbox').select('payload').execute()).map((row) => parseStoredMail(row).to)
  advanceClock(30 * DAY_MS)
  await deleteOldWork(db)
  expect(await addresses()).toHaveLength(2)
  advanceClock(1)
  await deleteOldWork(db)
  expect(await addresses()).toEqual(['waiting@example.org'])
})

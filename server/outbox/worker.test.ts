import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { keepLines, mail, onlyRow } from '../testing/outbox.ts'
import { mailCourier } from './mail-courier.ts'
import { enqueueMail } from './outbox.ts'
import { startOutbox } from './worker.ts'

test('what comes while the worker runs is sent, and when it stops it waits for what it has in hand', async () => {
  const [db, { log }] = [await createTestDatabase(), keepLines()]
  const inHand = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const send = () => {
    inHand.resolve()
    return taken.promise
  }
  const worker = startOutbox({ db, log, couriers: [mailCourier(send)] })
  onTestFinished(() => worker.stop())
  await enqueueMail(db, mail)
  await inHand.promise
  const stopped = worker.stop()
  taken.resolve()
  await stopped
  expect(await onlyRow(db)).toMatchObject({ state: 'sent' })
})

test('a database that does not answer is told of in the log', async () => {
  const [db, { log, lines }] = [await createTestDatabase(), keepLines()]
  await db.schema.alterTable('outbox').renameTo('elsewhere').execute()
  const worker = startOutbox({ db, log, couriers: [mailCourier(null)] })
  onTestFinished(() => worker.stop())
  await expect.poll(() => lines).toContainEqual({ words: 'the outbox cannot work', err: expect.any(Error) })
})

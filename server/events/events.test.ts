import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createEventBus, createSubscription, createTransactionSubscription } from './events.ts'

const NAME = 'kitchen.changed'

async function createScene() {
  const db = await createTestDatabase()
  const reported: unknown[] = []
  const received: string[] = []
  const events = createEventBus((error) => reported.push(error))
  const subscribeTo = (who: string) =>
    events.subscribe([createSubscription(NAME, ({ kitchenId }) => received.push(`${who} ${kitchenId}`))])
  return { db, events, reported, received, subscribeTo }
}

test('delivers the events of a transaction once to every subscriber, after the commit and in the order of publishing', async () => {
  const { db, events, received, subscribeTo } = await createScene()
  subscribeTo('live')
  subscribeTo('push')
  await db.transaction().execute(async (tx) => {
    await events.publish(tx, NAME, { kitchenId: 'first' })
    await events.publish(tx, NAME, { kitchenId: 'second' })
    expect(received).toEqual([])
  })
  expect(received).toEqual(['live first', 'push first', 'live second', 'push second'])
  await db.transaction().execute((tx) => tx.selectFrom('users').select('id').execute())
  expect(received).toHaveLength(4)
})

test('delivers no event of a rolled-back transaction, and delivers an event outside a transaction at once', async () => {
  const { db, events, received, subscribeTo } = await createScene()
  subscribeTo('live')
  const failed = db.transaction().execute(async (tx) => {
    await events.publish(tx, NAME, { kitchenId: 'lost' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(received).toEqual([])
  await events.publish(db, NAME, { kitchenId: 'k' })
  expect(received).toEqual(['live k'])
})

test('reports a subscriber that throws or rejects, and continues with the others', async () => {
  const { db, events, reported, received, subscribeTo } = await createScene()
  const [thrown, rejected] = [new Error('thrown'), new Error('rejected')]
  events.subscribe([
    createSubscription(NAME, () => {
      throw thrown
    }),
    createSubscription(NAME, () => Promise.reject(rejected)),
  ])
  subscribeTo('live')
  await db.transaction().execute((tx) => events.publish(tx, NAME, { kitchenId: 'k' }))
  expect(received).toEqual(['live k'])
  await expect.poll(() => reported).toEqual([thrown, rejected])
})

test('runs a subscriber inside the transaction before the commit, and rolls back when that subscriber throws', async () => {
  const { db, events, received, subscribeTo } = await createScene()
  subscribeTo('live')
  events.subscribe([
    createTransactionSubscription(NAME, async ({ kitchenId }, tx) => {
      await tx.insertInto('settings').values({ key: kitchenId, value: '1' }).execute()
      if (kitchenId === 'refused') throw new Error('refused')
    }),
  ])
  await db.transaction().execute((tx) => events.publish(tx, NAME, { kitchenId: 'taken' }))
  await expect(events.publish(db, NAME, { kitchenId: 'refused' })).rejects.toThrow('refused')
  expect(received).toEqual(['live taken'])
  expect((await db.selectFrom('settings').select('key').execute()).map(({ key }) => key)).toEqual(['taken'])
})

import { expect, test, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/limits.ts'
import {
  ACCOUNTS_PER_CARD_MAX,
  CARD_ATTEMPTS_RETENTION_MS,
  CARD_DECLINE_LIMITS,
  CARD_TESTING_WINDOW_MS,
  SITE_CARD_DECLINES_ALERT_COUNT,
} from '#contract/ordering-limits.ts'
import { IPV6_SITE_LIMIT_FACTOR } from '../../../http/client.ts'
import { createCardOrderInserter } from '../../../testing/card-orders.ts'
import { getOrderContextOfApp } from '../../../testing/order-context.ts'
import { createOrderSite, type TestUser } from '../../../testing/orders.ts'
import {
  deleteExpiredCardTestingData,
  hasReachedCardTestingLimit,
  recordCardAttempts,
  refuseCardTesting,
} from './card-testing.ts'

const NOON = Date.UTC(2026, 10, 18, 12)

/** Creates a site with a clock at noon, and functions that try cards there. */
async function cardSite() {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const site = await createOrderSite()
  const { db, app } = site
  const addCardOrder = createCardOrderInserter(site)
  let tries = 0
  /** Tries cards for an order, one a second. The bank refuses cards that end with ✗. */
  const tryCards = async (orderId: string, ...cards: string[]) => {
    const attempts = cards.map((card) => ({
      id: `ch_${++tries}`,
      cardFingerprint: card.replace('✗', ''),
      isDeclined: card.endsWith('✗'),
      at: Date.now(),
    }))
    vi.setSystemTime(Date.now() + cards.length * SECOND_MS)
    await db.transaction().execute((tx) => recordCardAttempts(tx, getOrderContextOfApp(app), orderId, attempts))
  }
  const fresh = (count: number) => Array.from({ length: count }, () => `card${++tries}✗`)
  return {
    ...site,
    addCardOrder,
    tryCards,
    /** Tries `count` other cards, all of which are refused. */
    tryFresh: (orderId: string, count: number) => tryCards(orderId, ...fresh(count)),
    isRefused: (payer: { orderId?: string; who?: TestUser; address?: string }) =>
      refuseCardTesting(db, {
        ...(payer.orderId !== undefined && { orderId: payer.orderId }),
        userId: payer.who?.id ?? null,
        address: payer.address ?? 'elsewhere',
      }).then(
        () => false,
        ({ code }) => code,
      ),
    isTesting: (orderId: string) => db.transaction().execute((tx) => hasReachedCardTestingLimit(tx, orderId)),
    alerts: async () =>
      (await db.selectFrom('payment_alerts').selectAll().orderBy('id').execute()).map(
        ({ kind, order_id, detail }) => `${kind} ${order_id}: ${detail}`,
      ),
  }
}

test('three refused cards and then a good one neither block the customer nor alert the desk', async () => {
  const { nora, addCardOrder, tryCards, isRefused, isTesting, alerts } = await cardSite()
  const orderId = await addCardOrder(nora)
  await tryCards(orderId, 'one✗', 'one✗', 'two✗')
  expect(await isRefused({ orderId, who: nora, address: '192.0.2.1' })).toBe(false)
  await tryCards(orderId, 'three')
  expect(await isTesting(orderId)).toBe(false)
  expect(await alerts()).toEqual([])
})

test('an order at its limit of refused cards accepts no more cards, and another order still accepts cards', async () => {
  const { nora, addCardOrder, tryCards, tryFresh, isRefused, isTesting, alerts } = await cardSite()
  const [orderId, other] = [await addCardOrder(nora), await addCardOrder(nora)]
  await tryFresh(orderId, CARD_DECLINE_LIMITS.order - 1)
  expect([await isRefused({ orderId }), await isTesting(orderId)]).toEqual([false, false])
  expect(await alerts()).toEqual([])
  await tryFresh(orderId, 1)
  expect(await isRefused({ orderId })).toBe('card_testing')
  await tryCards(orderId, 'good')
  expect(await isTesting(orderId)).toBe(true)
  expect([await isRefused({ orderId: other, who: nora }), await isTesting(other)]).toEqual([false, false])
  expect(await alerts()).toEqual([`card_testing ${orderId}: Cards were refused 5 times within an hour for one order.`])
})

test('an account at its limit of refused cards accepts no more cards, from any IP address', async () => {
  const { nora, gus, addCardOrder, tryFresh, tryCards, isRefused, isTesting, alerts } = await cardSite()
  const orders = [await addCardOrder(nora, 'a'), await addCardOrder(nora, 'b'), await addCardOrder(nora, 'c')] as const
  await tryFresh(orders[0], 4)
  await tryFresh(orders[1], CARD_DECLINE_LIMITS.account - 5)
  expect([await isRefused({ who: nora }), await isTesting(orders[2])]).toEqual([false, false])
  await tryFresh(orders[1], 1)
  expect([await isRefused({ who: nora }), await isRefused({ who: gus })]).toEqual(['card_testing', false])
  await tryCards(orders[2], 'good')
  expect(await isTesting(orders[2])).toBe(true)
  expect((await alerts())[0]).toBe(
    `card_testing ${orders[1]}: Cards were refused 8 times within an hour for one account.`,
  )
})

test('guests with the same IP address share a limit of refused cards, and a few refused cards do not reach the limit', async () => {
  const { addCardOrder, tryFresh, tryCards, isRefused, isTesting, alerts, person } = await cardSite()
  const guests: TestUser[] = []
  for (let at = 0; at < 6; at++) guests.push(await person(`Guest${at}`, ['Guest']))
  const [first, second, third, fourth, fifth, sixth] = guests as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ]
  for (const guest of [first, second, third, fourth]) await tryFresh(await addCardOrder(guest, 'library'), 2)
  const lucky = await addCardOrder(fifth, 'library')
  await tryCards(lucky, 'good')
  expect([await isRefused({ who: sixth, address: 'library' }), await isTesting(lucky)]).toEqual([false, false])
  expect(await alerts()).toEqual([])

  await tryFresh(await addCardOrder(fifth, 'library'), CARD_DECLINE_LIMITS.address - 8)
  expect(await isRefused({ who: sixth, address: 'library' })).toBe('card_testing')
  expect(await isRefused({ who: sixth, address: 'home' })).toBe(false)
  const late = await addCardOrder(sixth, 'library')
  await tryCards(late, 'stolen')
  expect(await isTesting(late)).toBe(true)
  // The alert does not contain the IP address.
  expect((await alerts()).join()).toMatch(/Cards were refused 12 times within an hour for orders from one place/)
  expect((await alerts()).join()).not.toContain('library')
})

test('an IPv6 network of 48 bits has four times the limit of an IP address, also when each refused card has its own network of 64 bits', async () => {
  const { nora, addCardOrder, tryFresh, isRefused, alerts, person } = await cardSite()
  const [max, perOrder] = [CARD_DECLINE_LIMITS.address * IPV6_SITE_LIMIT_FACTOR, CARD_DECLINE_LIMITS.order - 1]
  for (let at = 0; at < max; at += perOrder) {
    expect(await isRefused({ who: nora, address: '2001:db8:0:ffff::' })).toBe(false)
    const orderId = await addCardOrder(await person(`Thief${at}`, ['Guest']), `2001:db8:0:${at.toString(16)}::`)
    await tryFresh(orderId, perOrder)
  }
  expect(await isRefused({ who: nora, address: '2001:db8:0:ffff::' })).toBe('card_testing')
  expect(await isRefused({ who: nora, address: '2001:db8:1:1::' })).toBe(false)
  expect((await alerts()).join()).toContain(`${max} times within an hour for orders from one place on the internet`)
})

test('orders with an unknown IP address share no limit of refused cards', async () => {
  const { person, addCardOrder, tryFresh, tryCards, isTesting, isRefused } = await cardSite()
  for (let at = 0; at < 4; at++) await tryFresh(await addCardOrder(await person(`Guest${at}`, ['Guest']), ''), 3)
  const orderId = await addCardOrder(await person('Late', ['Guest']), '')
  await tryCards(orderId, 'good')
  expect([await isTesting(orderId), await isRefused({ address: '' })]).toEqual([false, false])
})

test('a card at its limit of refusals can pay no order of any account, because its security code may have been guessed', async () => {
  const { nora, gus, addCardOrder, tryCards, isTesting, alerts } = await cardSite()
  await tryCards(await addCardOrder(nora, 'a'), ...Array<string>(CARD_DECLINE_LIMITS.card - 1).fill('guessed✗'))
  const [once, again, other] = [
    await addCardOrder(gus, 'b'),
    await addCardOrder(gus, 'b'),
    await addCardOrder(nora, 'a'),
  ]
  await tryCards(once, 'guessed')
  expect(await isTesting(once)).toBe(false)
  await tryCards(again, 'guessed✗', 'guessed')
  expect(await isTesting(again)).toBe(true)
  await tryCards(other, 'hers')
  expect(await isTesting(other)).toBe(false)
  expect(await alerts()).toEqual([`card_testing ${again}: One card was refused 4 times within an hour.`])
})

test('refused cards without a fingerprint are not counted as one card', async () => {
  const { nora, addCardOrder, tryCards, isTesting } = await cardSite()
  await tryCards(await addCardOrder(nora), '✗', '✗')
  const orderId = await addCardOrder(nora)
  await tryCards(orderId, '✗', '✗', '')
  expect(await isTesting(orderId)).toBe(false)
})

test('a few accounts can pay with the same card, and further accounts are refused', async () => {
  const { person, addCardOrder, tryCards, isTesting, alerts } = await cardSite()
  const orders: string[] = []
  for (let at = 0; at <= ACCOUNTS_PER_CARD_MAX; at++) {
    const orderId = await addCardOrder(await person(`Guest${at}`, ['Guest']), `place${at}`)
    await tryCards(orderId, 'shared', 'shared')
    orders.push(`${await isTesting(orderId)}`)
  }
  expect(orders).toEqual([...Array(ACCOUNTS_PER_CARD_MAX).fill('false'), 'true'])
  expect((await alerts()).map((alert) => alert.split(': ')[1])).toEqual([
    '6 accounts have tried to pay with one card within an hour.',
  ])
})

test('each limit ends an hour after the first refused card', async () => {
  const { nora, addCardOrder, tryFresh, isRefused, isTesting } = await cardSite()
  const orderId = await addCardOrder(nora, 'home')
  await tryFresh(orderId, 1)
  vi.setSystemTime(NOON + 10 * MINUTE_MS)
  await tryFresh(orderId, CARD_DECLINE_LIMITS.order - 1)
  vi.setSystemTime(NOON + CARD_TESTING_WINDOW_MS - 1)
  expect([await isRefused({ orderId }), await isTesting(orderId)]).toEqual(['card_testing', true])
  vi.setSystemTime(NOON + CARD_TESTING_WINDOW_MS)
  expect([await isRefused({ orderId }), await isTesting(orderId)]).toEqual([false, false])
})

test('the desk gets an alert when many cards are refused on the whole site, even when no other limit is reached', async () => {
  const { person, addCardOrder, tryFresh, alerts, isRefused, mails } = await cardSite()
  const told = async () => (await mails()).filter(({ subject }) => subject.includes('Stolen cards'))
  for (let at = 0; at < SITE_CARD_DECLINES_ALERT_COUNT; at++) {
    expect(await alerts()).toEqual([])
    await tryFresh(await addCardOrder(await person(`Guest${at}`, ['Guest']), `place${at}`), 1)
  }
  await tryFresh(await addCardOrder(await person('One', ['Guest']), 'one more'), 1)
  expect(await alerts()).toEqual(['card_testing null: Cards were refused 20 times within an hour on the whole site.'])
  expect((await told()).map(({ to, subject }) => `${to} ${subject}`)).toEqual([
    'ada@example.org Stolen cards may be tried: Cards were refused 20 times within an hour on the whole site.',
  ])
  expect(await isRefused({ who: await person('Honest'), address: 'another' })).toBe(false)
})

test('limits that are reached at the same time do not cause a deadlock', async () => {
  const { db, app, addCardOrder, person, tryFresh, alerts, mails } = await cardSite()
  const guest = async (at: number) => person(`Guest${at}`, ['Guest'])
  const orders: string[] = []
  for (let at = 0; at < 12; at++) orders.push(await addCardOrder(await guest(at), at % 2 ? 'library' : `place${at}`))
  // Refuses one card fewer than the limit of the site, and at the address `library` one fewer than its own limit.
  for (let at = 0; at < CARD_DECLINE_LIMITS.address - 1; at += 4)
    await tryFresh(
      await addCardOrder(await guest(20 + at), 'library'),
      Math.min(4, CARD_DECLINE_LIMITS.address - 1 - at),
    )
  for (let at = CARD_DECLINE_LIMITS.address - 1; at < SITE_CARD_DECLINES_ALERT_COUNT - 1; at += 4)
    await tryFresh(
      await addCardOrder(await guest(40 + at), `at${at}`),
      Math.min(4, SITE_CARD_DECLINES_ALERT_COUNT - 1 - at),
    )
  expect(await alerts()).toEqual([])
  await Promise.all(
    orders.map((orderId, at) => {
      const attempt = { id: `ch_${at}`, cardFingerprint: `new${at}`, isDeclined: true, at: Date.now() }
      return db.transaction().execute((tx) => recordCardAttempts(tx, getOrderContextOfApp(app), orderId, [attempt]))
    }),
  )
  expect((await alerts()).map((alert) => alert.split(' ').slice(-4).join(' ')).sort()).toEqual(
    ['on the whole site.', 'place on the internet.'].sort(),
  )
  expect((await mails()).filter(({ subject }) => subject.includes('Stolen cards'))).toHaveLength(2)
})

test('an attempt that the provider lists several times counts once, and an attempt that is refused later counts as refused', async () => {
  const { nora, db, app, addCardOrder, isRefused } = await cardSite()
  const orderId = await addCardOrder(nora)
  const record = (isDeclined: boolean) => {
    const attempts = Array.from({ length: CARD_DECLINE_LIMITS.order }, (_, at) => ({
      id: `ch_${at}`,
      cardFingerprint: `card${at}`,
      isDeclined,
      at: Date.now(),
    }))
    return db.transaction().execute((tx) => recordCardAttempts(tx, getOrderContextOfApp(app), orderId, attempts))
  }
  for (let again = 0; again < 3; again++) await record(false)
  expect(await isRefused({ orderId })).toBe(false)
  for (let again = 0; again < 3; again++) await record(true)
  expect(await isRefused({ orderId })).toBe('card_testing')
  expect(await db.selectFrom('payment_attempts').select('id').execute()).toHaveLength(CARD_DECLINE_LIMITS.order)
})

test('after the retention time, card attempts and IP addresses are erased, and alerts stay without the order or address that caused them', async () => {
  const { nora, db, app, addCardOrder, tryFresh, alerts } = await cardSite()
  const orderId = await addCardOrder(nora, 'home')
  await tryFresh(orderId, CARD_DECLINE_LIMITS.order)
  const kept = async () => ({
    attempts: (await db.selectFrom('payment_attempts').selectAll().execute()).length,
    addresses: (await db.selectFrom('payments').select('address').execute()).map(({ address }) => address),
    subjects: (await db.selectFrom('payment_alerts').select('subject').execute()).map(({ subject }) => subject),
  })
  const before = await kept()
  expect(before).toEqual({ attempts: 5, addresses: ['home'], subjects: [`order:${orderId}`] })
  vi.setSystemTime(NOON + CARD_ATTEMPTS_RETENTION_MS)
  await deleteExpiredCardTestingData(db)
  expect(await kept()).toEqual(before)
  vi.setSystemTime(NOON + CARD_ATTEMPTS_RETENTION_MS + MINUTE_MS)
  await deleteExpiredCardTestingData(db)
  const [id] = (await db.selectFrom('payment_alerts').select('id').execute()).map((row) => row.id)
  expect(await kept()).toEqual({ attempts: 0, addresses: [''], subjects: [id] })
  expect(await alerts()).toHaveLength(1)
  // An attempt keeps its time when the provider lists it again.
  const old = { id: 'ch_old', cardFingerprint: 'old', isDeclined: true, at: NOON }
  await db.transaction().execute((tx) => recordCardAttempts(tx, getOrderContextOfApp(app), orderId, [old]))
  expect((await kept()).attempts).toBe(0)
})

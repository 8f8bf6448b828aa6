import fc from 'fast-check'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { createCardSite } from '../../../testing/card-site.ts'
import { type PaymentAction, paymentHistories } from '../../../testing/payment-actions.ts'
import { disagreements } from '../../../testing/payment-agreement.ts'
import { createMondayKitchen, playHistory } from '../../../testing/play-history.ts'

const HISTORIES = chooseByRun(30, inject('postgres') ? 200 : 1_000)
/** With this one, the 30 histories of `npm test` hold everything that is listed below. */
const FULL_SEED = 431

/** Events that must have happened, or the histories prove little. */
const kinds = [
  ...['look', 'place again', 'pay', 'pay and accept', 'move', 'cancel', 'refund', 'refund at Stripe', 'bank lets go'],
  ...['events deliver', 'events reverse', 'events twice', 'events every other', 'events drop'],
  ...['trouble 429', 'trouble 500', 'trouble 503', 'trouble cut', 'trouble lose', 'mend', 'wait', 'jobs', 'together'],
]
/** How orders end, and their money. */
const endings = [
  ...['accepted captured', 'accepted partially_refunded', 'accepted voided', 'expired voided'],
  ...['rejected voided', 'rejected refunded', 'cancelled voided', 'cancelled refunded'],
]

const kindsOf = (action: PaymentAction): string[] => {
  if (action.does === 'together') return ['together', ...action.actions.flatMap(kindsOf)]
  if (action.does === 'events') return [`events ${action.how}`]
  return [action.does === 'trouble' ? `trouble ${action.trouble}` : action.does]
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 9) }))
afterEach(() => void vi.useRealTimers())

test(`${HISTORIES} histories of an order, its payment, its kitchen, Stripe and the network: webhook and redirect race to make two orders or none, and in the end money and order agree`, async () => {
  const site = await createCardSite({ kitchen: { portions: null } })
  const monday = await createMondayKitchen(site)
  const seen = { kinds: new Set<string>(), endings: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(paymentHistories, async (history) => {
      site.failures.length = 0
      const { orderId } = await playHistory(site, monday, history)
      expect(await disagreements(site.db, site.double.account, orderId)).toEqual([])
      expect(site.failures).toEqual([])
      for (const kind of history.actions.flatMap(kindsOf)) seen.kinds.add(kind)
      const { state, payment_state } = await site.db
        .selectFrom('orders')
        .select(['state', 'payment_state'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      seen.endings.add(`${state} ${payment_state}`)
      // Nobody is refused for the cards of another history.
      vi.setSystemTime(Date.now() + HOUR_MS)
    }),
    { numRuns: HISTORIES, seed: chooseByRun(FULL_SEED, soakSeed) },
  )
  // With another seed a rare one may be missing.
  expect([...seen.kinds]).toEqual(expect.arrayContaining(chooseByRun(kinds, [])))
  expect([...seen.endings]).toEqual(expect.arrayContaining(chooseByRun(endings, [])))
})

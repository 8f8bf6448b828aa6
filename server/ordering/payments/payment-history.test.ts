import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { createCardSite } from '../../testing/card-site.ts'
import { paymentHistories } from '../../testing/payment-actions.ts'
import { disagreements } from '../../testing/payment-agreement.ts'
import { createMondayKitchen, playHistory } from '../../testing/play-history.ts'

const HISTORIES = Number(process.env.HISTORIES ?? (inject('postgres') ? 200 : 1_000))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 9) }))
afterEach(() => void vi.useRealTimers())

test(`${HISTORIES} histories of an order, its payment, its kitchen, Stripe and the network: webhook and redirect race to make two orders or none, and in the end money and order agree`, async ({
  annotate,
}) => {
  const seed = Number(process.env.SEED ?? crypto.getRandomValues(new Uint32Array(1))[0])
  await annotate(`seed ${seed}`)
  const site = await createCardSite({ kitchen: { portions: null } })
  // No power is lost here; else it is the disk that is measured.
  if (!inject('postgres')) await sql`pragma synchronous = off`.execute(site.db)
  const monday = await createMondayKitchen(site)
  await fc.assert(
    fc.asyncProperty(paymentHistories, async (history) => {
      site.failures.length = 0
      const { orderId } = await playHistory(site, monday, history)
      expect(await disagreements(site.db, site.double.account, orderId)).toEqual([])
      expect(site.failures).toEqual([])
      // Nobody is refused for the cards of another history.
      vi.setSystemTime(Date.now() + HOUR_MS)
    }),
    { numRuns: HISTORIES, seed, interruptAfterTimeLimit: 570_000, markInterruptAsFailure: true },
  )
}, 600_000)

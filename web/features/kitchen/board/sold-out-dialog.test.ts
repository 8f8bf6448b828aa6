import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ManagedKitchen } from '#contract/kitchen.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { answerKitchenCall, createFakeKitchenState, FAKE_NOW } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

installFakeClock()

/** Opens the dialog of the fake kitchen. */
function openDialog() {
  const kitchen: ManagedKitchen = createFakeKitchenState([]).kitchen
  const nothing = () => {}
  return openScreen(
    () => Response.json(kitchen),
    async () => {
      const { SoldOutDialog } = await import('./sold-out-dialog.tsx')
      return createElement(SoldOutDialog, { kitchen, now: FAKE_NOW, onChange: nothing, onClose: nothing })
    },
    '/kitchen/double',
  )
}

// Firefox accepts years of up to six digits. While a year is typed, Chromium reports it with leading zeros.
test.each(['20261-11-24', '0002-11-24', '2026-11-20', '2027-11-24'])(
  'the dialog asks for another date, and marks nothing as sold out, when %s is typed',
  async (date) => {
    const { type, check, press, about, sent } = await openDialog()
    await check('Until a date')
    await type('Back on', date)
    expect(about('Back on')).toBe('Choose a day from 21 November to 20 December.')
    await press('Loaded fries: sold out')
    expect(sent('PUT')).toEqual([])
    await type('Back on', '2026-11-24')
    expect(about('Back on')).toBe('')
    await press('Loaded fries: sold out')
    expect(sent('PUT')).toHaveLength(1)
  },
)

test('the menu editor calculates by the server’s clock until when a dish is sold out', async () => {
  const double = createFakeKitchenState([])
  double.ahead = 2 * HOUR_MS
  const { check, press, says } = await openScreen(
    ({ path, init: { method = 'GET' }, body }) =>
      Response.json(answerKitchenCall(double, { method, path, body }, Date.now())?.json),
    async () => {
      await startFakeSession('Olive')
      return createElement((await import('../menu-screen.tsx')).Screen)
    },
    '/kitchen/double/menu',
  )
  await says('Loaded fries')
  await press('Sold out … Loaded fries')
  await check('For an hour')
  await says('It is back at 22:00 by itself.')
  await press('Loaded fries: sold out')
  await says('Loaded fries is sold out.')
  const [mark] = double.asked as { body: { until: number } }[]
  expect(Math.floor(((mark?.body.until ?? 0) - FAKE_NOW) / HOUR_MS)).toBe(3)
})

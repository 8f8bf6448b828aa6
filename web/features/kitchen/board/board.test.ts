import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import { BOARD_POLL_MS } from '#contract/ordering-limits.ts'
import {
  answerKitchenCall,
  buildOrder,
  createFakeKitchenState,
  FAKE_NOW,
} from '#contract/testing/fake-kitchen-server.ts'
import { buildPaidOrder } from '#contract/testing/sample-payments.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { openScreen } from '../../../testing/page-actions.ts'
import { startFakeSession } from '../../../testing/session.ts'

installFakeClock()

const address = { address: '12 High Street', city: 'Aberdeen', postcode: 'AB1 3' }
const due = FAKE_NOW + 25 * MINUTE_MS
const line = buildOrder(1).lines[0]
const withDietary = (...dietaryRequirements: string[]) => (line ? [{ ...line, dietaryRequirements }] : [])

/** Opens the board of the fake kitchen at 19:00. @param role of the logged-in member */
async function openBoard(orders: Order[], role: 'owner' | 'staff' = 'owner') {
  const double = createFakeKitchenState(orders)
  double.kitchen.role = role
  const refunds: unknown[] = []
  const screen = await openScreen(
    ({ path, init: { method = 'GET' }, body }) => {
      if (path.endsWith('/refunds')) {
        refunds.push(body)
        const refund = {
          refundId: 'refund',
          amount: 1560,
          reason: 'It was cold.',
          at: FAKE_NOW,
          state: 'pending' as const,
        }
        return Response.json({ ...buildPaidOrder(14), version: 2, refunds: [refund] })
      }
      const answer = answerKitchenCall(double, { method, path, body }, Date.now())
      if (!answer) throw new TypeError('Failed to fetch')
      return Response.json(answer.json, { status: answer.status ?? 200 })
    },
    async () => {
      await startFakeSession('Olive')
      return createElement((await import('./board-screen.tsx')).Screen)
    },
    '/kitchen/double',
  )
  const { page, part } = screen
  await screen.says('9 orders, £214.60 today')
  return {
    ...screen,
    double,
    refunds,
    ticket: (number: number) => part(`Order ${number}`),
    column: (state: Order['state']) => page.find(`section[data-state=${state}]`).textContent,
    dialog: () => page.find('dialog'),
    /** Waits until the pending moves have been sent. */
    sendAll: () => page.wait(6_000),
  }
}

test('the board accepts an order for the chosen time only after every dietary requirement is ticked', async () => {
  const order = buildOrder(18, { lines: withDietary('No sesame', 'No nuts'), promisedAt: due })
  const { page, ticket, column, press, check, field, double, sendAll, sent } = await openBoard([order])
  expect(page.title()).toMatch(/^\(1\) New orders/)
  expect(ticket(18).textContent).toContain('asap, 19:25')
  expect(ticket(18).textContent).toContain('Answer within 9 min.')
  await press('10 minutes later')
  await press('5 minutes earlier')
  await check('No nuts')
  await press('Accept for 19:30')
  expect(page.find('[role=alert]', 'Tick').textContent).toBe('Tick each one first.')
  expect(page.document.activeElement).toBe(field('No sesame'))
  await sendAll()
  expect(double.moved).toEqual([])
  await check('No sesame')
  await press('Accept for 19:30')
  await page.until(() => expect(column('accepted')).toContain('19:30'))
  await sendAll()
  expect(sent('POST')).toMatchObject([
    { to: 'accepted', promisedAt: due + 5 * MINUTE_MS, acknowledged: ['No sesame', 'No nuts'] },
  ])
  expect(page.title()).toMatch(/^Orders, Nebelhorn Kitchen/)
})

test('the board rejects and cancels orders with a reason from the list or a typed reason', async () => {
  const { page, ticket, press, check, type, dialog, double, sendAll, says, texts } = await openBoard([
    buildOrder(18),
    buildOrder(17, { state: 'preparing' }),
  ])
  await press('Reject', ticket(18))
  await check('Own words')
  await press('Reject it')
  expect(dialog().textContent).toContain('Write the reason: the customer reads it.')
  await type('What the customer reads', 'Our oven is cold.')
  await press('Reject it')
  await press('Cancel', ticket(17))
  await check('Customer asked')
  await press('Cancel it')
  await sendAll()
  await says('Finished today: 2')
  expect(texts('.board-finished li')).toEqual([
    expect.stringMatching(/Cancelled.*You asked us to cancel it\./),
    expect.stringMatching(/Rejected.*Our oven is cold\./),
  ])
  expect(double.moved).toEqual(['18 rejected', '17 cancelled'])
  expect(page.findAll('.ticket')).toEqual([])
})

test('the board shows by the server’s clock how late an order is, except while the order waits for pickup', async () => {
  const promisedAt = FAKE_NOW + 3 * MINUTE_MS
  const { page, ticket, double } = await openBoard([
    buildOrder(14, { state: 'preparing', promisedAt }),
    buildOrder(13, { state: 'ready', promisedAt }),
    buildOrder(12, { state: 'out_for_delivery', service: 'delivery', address, promisedAt }),
  ])
  expect(ticket(14).textContent).toContain('19:03')
  await page.wait(7 * MINUTE_MS + BOARD_POLL_MS)
  expect(ticket(14).textContent).toContain('late 4 min')
  expect(ticket(12).textContent).toContain('late 4 min')
  expect(ticket(13).textContent).toContain('19:03')
  double.ahead = 10 * MINUTE_MS
  await page.wait(2 * BOARD_POLL_MS)
  expect(ticket(14).textContent).toContain('late 14 min')
})

test('the board shows the end of a pause, a rush or a sold-out state, and removes the state at that time', async () => {
  const { page, press, check, type, button, dialog, says, double } = await openBoard([])
  await press('Pause orders')
  expect(dialog().textContent).toContain('Rest of the day, until midnight')
  await press('For 30 minutes')
  await says('Paused until 19:30, 30 min left')
  await press('Busy: add 15 min')
  await check('20 min')
  await press('Add 20 min until 20:00')
  await says('Busy: +20 min, 60 min left')

  await press('Sold out…')
  await type('Find a dish or a choice', 'large')
  await check('For an hour')
  await press('Double smash, Large: sold out')
  await says('Back at 20:00')
  await type('Find a dish or a choice', 'FRIES')
  await check('Until a date')
  await type('Back on', '2026-11-24')
  await press('Loaded fries: sold out')
  await says('Back on Tuesday at 00:00')
  await press('Loaded fries: back in stock')
  await check('Until the next day’s opening')
  await press('Loaded fries: sold out')
  await says('Back tomorrow at 00:00')
  const until = double.asked.map(({ body }) => (body as { until: number | null }).until)
  // The last three values are midnight in London on 24 November, no end (“back in stock”), and the next midnight.
  const minutes = until.map((instant) => instant && Math.floor((instant - FAKE_NOW) / MINUTE_MS))
  expect(minutes.join()).toBe(`30,60,60,${77 * 60},,${5 * 60}`)

  await page.wait(61 * MINUTE_MS)
  await type('Find a dish or a choice', 'large')
  button('Double smash, Large: sold out')
  await press('Close')
  await says('Open around the clock')
  button('Busy: add 15 min')
  button('Pause orders')
})

/** Replaces the browser's audio by a fake. @returns a function that counts the tones that were played */
function fakeSound(): () => number {
  let tones = 0
  class Sound {
    state = 'running'
    resume = async () => {}
    close = async () => {}
    createGain = () => ({
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: (to: object) => to,
    })
    createOscillator = () => ({ frequency: {}, connect: (to: object) => to, stop() {}, start: () => void tones++ })
  }
  vi.stubGlobal('AudioContext', Sound)
  return () => tones
}

test('the board plays the alarm until every order is accepted, and remembers that sound is on', async () => {
  const tones = fakeSound()
  const { page, press, button, column } = await openBoard([buildOrder(18, { promisedAt: due })])
  await page.wait(BOARD_POLL_MS)
  expect(tones()).toBe(0)
  await press('Turn sound on')
  expect(button('Sound is on').getAttribute('aria-pressed')).toBe('true')
  const first = tones()
  expect(first).toBeGreaterThan(0)
  await page.wait(BOARD_POLL_MS)
  expect(tones()).toBeGreaterThan(first)
  await press('Accept for 19:25')
  await page.until(() => expect(column('accepted')).toContain('19:25'))
  const last = tones()
  await page.wait(2 * BOARD_POLL_MS)
  expect(tones()).toBe(last)
  expect(page.stored.get('kitchenSound')).toBe('true')
})

test('for 6 s after a press, the board sends no move, an acceptance can be undone, and a rejected order keeps its place', async () => {
  const { page, ticket, column, press, dialog, double, says } = await openBoard([
    buildOrder(18, { promisedAt: due }),
    buildOrder(17, { state: 'preparing' }),
  ])
  await press('Accept for 19:25')
  await page.until(() => expect(column('accepted')).toContain('Accepted for 19:25. Nobody is told yet: 6 s'))
  expect(page.text()).toContain('Order 18: Accepted for 19:25. You can undo this for 6 seconds.')
  await page.wait(5_000)
  expect(column('accepted')).toContain('Nobody is told yet: 1 s')
  await press('Undo order 18')
  await page.until(() => expect(column('placed')).toContain('Order 18'))
  await page.wait(20_000)
  expect(double.moved).toEqual([])

  await press('Reject', ticket(18))
  await press('Reject it', dialog())
  await page.until(() => expect(column('placed')).toContain('Rejected. Nobody is told yet: 6 s'))
  await page.wait(6_000)
  expect(double.moved).toEqual(['18 rejected'])
  await says('Finished today: 1')
  expect(column('placed')).not.toContain('Order 18')
})

test('when another member accepted an order first, the board shows who accepted it, when and for which time', async () => {
  const { page, press, column, double, sendAll, says } = await openBoard([buildOrder(18, { promisedAt: due })])
  await press('10 minutes later')
  await press('Accept for 19:35')
  const move = { at: FAKE_NOW, actor: 'vendor' as const, from: 'placed' as const, to: 'accepted' as const, reason: '' }
  const events = [{ ...move, promisedAt: due, acknowledged: [] }]
  double.orders = double.orders.map((order) => ({ ...order, state: 'accepted', version: 2, events }))
  const why = 'Sam accepted it at 19:00 for 19:25. Your time, 19:35, was not taken.'
  double.refuseNext = why
  await sendAll()
  await says(`Order 18: ${why}`)
  expect(column('accepted')).toContain('19:25')
  await press('Understood')
  await page.until(() => expect(page.text()).not.toContain(why))
})

const card = { payment: 'card' as const, card: 'Visa ending in 4242' }
const paidOrders = () => [
  buildOrder(18, { ...card, paymentState: 'authorised' }),
  buildOrder(17, { ...card, paymentState: 'captured', state: 'accepted' }),
  buildOrder(16, { ...card, paymentState: 'voided', state: 'preparing' }),
  buildOrder(15, { state: 'ready' }),
  buildPaidOrder(14),
  buildPaidOrder(13, { paymentState: 'voided', state: 'rejected' }),
]

test('when the server refuses a move that was sent on leaving the board, the next visit to the board shows the reason', async () => {
  const { page, press, leave, double, says } = await openBoard([buildOrder(18, { promisedAt: due })])
  await press('Accept for 19:25')
  const why = 'The customer cancelled it at 19:00.'
  double.refuseNext = why
  await leave()
  expect(double.moved).toEqual(['18 accepted'])
  await page.show(createElement((await import('./board-screen.tsx')).Screen), '/kitchen/double')
  await says(`Order 18: ${why}`)
  await press('Understood')
  expect(page.text()).not.toContain(why)
})

test('the board shows the payment of each order, and refunds a finished order', async () => {
  const { page, ticket, press, type, field, refunds, says, texts } = await openBoard(paidOrders())
  expect(ticket(18).textContent).toContain('£11.00, held on the card')
  expect(ticket(17).textContent).toContain('£11.00, paid')
  expect(ticket(16).textContent).toContain('Not paid: the bank let go. Cancel it, or take cash.')
  expect(ticket(15).textContent).toContain('£11.00, cash')
  const finished = () => texts('.board-finished li')
  expect(finished()).toHaveLength(2)
  expect(finished()[0]).toContain('not charged')
  expect(finished()[0]).not.toContain('Give back')
  await press('Give back … of order 14')
  expect(field('How much (£)').value).toBe('15.60')
  await type('Why', 'It was cold.')
  // A browser moves the focus to the body when the focused button is removed.
  ;(page.document.activeElement as HTMLElement).blur()
  await press('Give £15.60 back')
  await says('£15.60 of order 14 is on its way back to the card.')
  expect(refunds).toMatchObject([{ amount: 1560, reason: 'It was cold.' }])
  expect(finished()[1]).toContain('£15.60 on its way back')
  expect(finished()[1]).not.toContain('Give back')
  expect(page.findAll('dialog')).toEqual([])
  expect(page.document.activeElement).toBe(page.find('[role=status]', '£15.60 of order 14 is on its way back'))
})

test('the board shows staff neither the money page nor a refund button', async () => {
  const { page, says } = await openBoard(paidOrders(), 'staff')
  await says('Finished today: 2')
  expect(page.text()).not.toContain('Give back')
  expect(page.findAll('a').map(({ textContent }) => textContent)).not.toContain('Money')
})

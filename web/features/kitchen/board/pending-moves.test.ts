import { beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/ordering.ts'
import { installFakeBrowser, type RecordedCall } from '../../../testing/browser.ts'
import type { OrderMoveBody } from './pending-moves.ts'

const EVENING = Date.parse('2026-11-20T19:00:00Z')
const order = (number: number, more: Partial<Order> = {}) =>
  ({
    orderId: `order ${number}`,
    number,
    vendor: { vId: 'kitchen' },
    state: 'placed',
    acceptBy: EVENING + 600_000,
    ...more,
  }) as Order
const accept: OrderMoveBody = { to: 'accepted', promisedAt: EVENING + 1_800_000, acknowledged: [], reason: '' }
const next = (to: 'preparing' | 'ready'): OrderMoveBody => ({ to, acknowledged: [], reason: '' })

let answer: (call: RecordedCall) => Response
let browser: ReturnType<typeof installFakeBrowser>
let page: EventTarget & { hidden: boolean }

beforeEach(() => {
  vi.useFakeTimers({ now: EVENING })
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.resetModules()
  answer = ({ body }) => Response.json({ state: body.to })
  browser = installFakeBrowser((call) => answer(call))
  browser.stored.set('accessToken', 'access')
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
})

function hide() {
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
}
/** Opens the board of the kitchen. Returns the pending moves and functions of the board. */
async function openBoard() {
  const moves = await import('./pending-moves.ts')
  const send = () => void moves.sendDueMoves('kitchen', () => {})
  const leave = moves.watchDueMoves('kitchen', send)
  send()
  const refused = () => moves.useRefusedMoves.getState().refused.map(({ number, message }) => `${number}: ${message}`)
  return { ...moves, refused, leave, last: () => moves.storedPendingMoves.read().at(-1)?.id ?? '' }
}
const sent = () => browser.calls.map(({ path, body }) => `${path.split('/').at(-2)?.replace('%20', ' ')} ${body.to}`)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a pending move of an order is sent after 6 s and not before', async () => {
  const { addPendingMove, storedPendingMoves } = await openBoard()
  addPendingMove(order(1), accept, 0)
  await pass(5_999)
  expect(sent()).toEqual([])
  await pass(1)
  expect(sent()).toEqual(['order 1 accepted'])
  expect(browser.calls[0]?.body).toMatchObject({ to: 'accepted', promisedAt: accept.promisedAt })
  expect(storedPendingMoves.read()).toEqual([])
  await pass(60_000)
  expect(browser.calls).toHaveLength(1)
})

test('a pending move that is undone within 6 s is never sent', async () => {
  const { addPendingMove, undoPendingMove, last, storedPendingMoves } = await openBoard()
  addPendingMove(order(1), accept, 0)
  await pass(5_900)
  expect(undoPendingMove(last())).toBe(true)
  await pass(60_000)
  expect(sent()).toEqual([])
  expect(storedPendingMoves.read()).toEqual([])
})

test('a move that has been sent to the server cannot be undone', async () => {
  const { addPendingMove, undoPendingMove, last } = await openBoard()
  addPendingMove(order(1), accept, 0)
  const id = last()
  vi.advanceTimersByTime(6_000)
  await Promise.resolve()
  await pass(0)
  expect(undoPendingMove(id)).toBe(false)
  expect(sent()).toEqual(['order 1 accepted'])
})

test.each([
  ['5 s before the server rejects the order', 8_000, 0, 3_000],
  ['at once when less than 5 s are left', 4_000, 0, 0],
  ['by the clock of a server that is 2 s ahead', 9_000, 2_000, 2_000],
])('the acceptance of an order is sent to the server %s', async (_, left, ahead, after) => {
  const { addPendingMove, sendDueMoves } = await openBoard()
  addPendingMove(order(1, { acceptBy: EVENING + left }), accept, ahead)
  if (after > 0) await pass(after - 1)
  expect(sent()).toEqual([])
  await pass(after > 0 ? 1 : 0)
  if (after === 0) await sendDueMoves('kitchen', () => {})
  expect(sent()).toEqual(['order 1 accepted'])
})

test('when a second move of an order is made, the first move is sent at once and the second after 6 s', async () => {
  const { addPendingMove, sendDueMoves } = await openBoard()
  addPendingMove(order(1, { state: 'accepted' }), next('preparing'), 0)
  await pass(1_000)
  addPendingMove(order(1, { state: 'preparing' }), next('ready'), 0)
  await sendDueMoves('kitchen', () => {})
  expect(sent()).toEqual(['order 1 preparing'])
  await pass(6_000)
  expect(sent()).toEqual(['order 1 preparing', 'order 1 ready'])
})

test.each([
  ['is closed', () => browser.window.dispatchEvent(new Event('pagehide'))],
  ['is hidden', hide],
])('when the page %s, every pending move is sent once, synchronously and with keepalive', async (_, leave) => {
  const { addPendingMove } = await openBoard()
  addPendingMove(order(1), accept, 0)
  addPendingMove(order(2), accept, 0)
  leave()
  expect(sent()).toEqual(['order 1 accepted', 'order 2 accepted'])
  expect(browser.calls.every(({ init }) => init.keepalive)).toBe(true)
  await pass(60_000)
  expect(browser.calls).toHaveLength(2)
})

test('when the user leaves the board, its pending moves are sent at once', async () => {
  const { addPendingMove, leave } = await openBoard()
  addPendingMove(order(1), accept, 0)
  leave()
  expect(sent()).toEqual(['order 1 accepted'])
})

test('when another member has moved the order first, the refusal of the server is kept and the move is removed', async () => {
  const { addPendingMove, refused, storedPendingMoves } = await openBoard()
  const message = 'Sam accepted it at 18:05 for 18:30. Your time, 18:40, was not taken.'
  answer = () => Response.json({ code: 'order_moved', message }, { status: 409 })
  addPendingMove(order(1), accept, 0)
  await pass(6_000)
  expect(refused()).toEqual([`1: ${message}`])
  expect(storedPendingMoves.read()).toEqual([])
})

test('when the board opens, a move that an earlier version of the site has stored is sent', async () => {
  const stored = [{ id: 'stored', vId: 'kitchen', orderId: 'order 7', number: 7, move: next('ready') }]
  browser.stored.set('kitchenTaps', JSON.stringify(stored))
  await openBoard()
  await pass(0)
  expect(sent()).toEqual(['order 7 ready'])
})

test('a move that the server answers with 500 is kept, and the moves of other orders are sent', async () => {
  const { addPendingMove, storedPendingMoves } = await openBoard()
  await pass(0)
  answer = ({ path, body }) =>
    path.includes('order%201')
      ? Response.json({ code: 'internal', message: 'Something went wrong.' }, { status: 500 })
      : Response.json({ state: body.to })
  addPendingMove(order(1, { state: 'accepted' }), next('preparing'), 0)
  addPendingMove(order(1, { state: 'preparing' }), next('ready'), 0)
  addPendingMove(order(2), accept, 0)
  await pass(6_000)
  expect(sent()).toEqual(['order 1 preparing', 'order 2 accepted'])
  expect(storedPendingMoves.read().map(({ number, move }) => `${number} ${move.to}`)).toEqual([
    '1 preparing',
    '1 ready',
  ])
})

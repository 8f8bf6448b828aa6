import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/ordering.ts'
import { type Call, fakeBrowser } from '../../../testing/browser.ts'
import type { Move } from './taps.ts'

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
const accept: Move = { to: 'accepted', promisedAt: EVENING + 1_800_000, acknowledged: [], reason: '' }
const next = (to: 'preparing' | 'ready'): Move => ({ to, acknowledged: [], reason: '' })

let answer: (call: Call) => Response
let browser: ReturnType<typeof fakeBrowser>
let page: EventTarget & { hidden: boolean }

beforeEach(() => {
  vi.useFakeTimers({ now: EVENING })
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.resetModules()
  answer = ({ body }) => Response.json({ state: body.to })
  browser = fakeBrowser((call) => answer(call))
  browser.stored.set('accessToken', 'access')
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function hide() {
  page.hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
}
/** A board of the kitchen that has just been opened. */
async function openBoard() {
  const taps = await import('./taps.ts')
  const refused: string[] = []
  const send = () =>
    void taps.sendTaps('kitchen', {
      onMoved: () => {},
      onRefused: ({ number, why }) => refused.push(`${number}: ${why}`),
    })
  const leave = taps.watchTaps('kitchen', send)
  send()
  return { ...taps, refused, leave, last: () => taps.waitingTaps.read().at(-1)?.id ?? '' }
}
const sent = () => browser.calls.map(({ path, body }) => `${path.split('/').at(-2)?.replace('%20', ' ')} ${body.to}`)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a move is sent after 6 s, and nobody is told before', async () => {
  const { keepTap, waitingTaps } = await openBoard()
  keepTap(order(1), accept, 0)
  await pass(5_999)
  expect(sent()).toEqual([])
  await pass(1)
  expect(sent()).toEqual(['order 1 accepted'])
  expect(browser.calls[0]?.body).toMatchObject({ to: 'accepted', promisedAt: accept.promisedAt })
  expect(waitingTaps.read()).toEqual([])
  await pass(60_000)
  expect(browser.calls).toHaveLength(1)
})

test('a move that is taken back within 6 s is never sent', async () => {
  const { keepTap, undoTap, last, waitingTaps } = await openBoard()
  keepTap(order(1), accept, 0)
  await pass(5_900)
  expect(undoTap(last())).toBe(true)
  await pass(60_000)
  expect(sent()).toEqual([])
  expect(waitingTaps.read()).toEqual([])
})

test('a move that has been sent cannot be taken back', async () => {
  const { keepTap, undoTap, last } = await openBoard()
  keepTap(order(1), accept, 0)
  const id = last()
  vi.advanceTimersByTime(6_000)
  await Promise.resolve()
  await pass(0)
  expect(undoTap(id)).toBe(false)
  expect(sent()).toEqual(['order 1 accepted'])
})

test.each([
  ['5 s before the order is rejected by itself', 8_000, 0, 3_000],
  ['at once when less than 5 s are left', 4_000, 0, 0],
  ['by the clock of the server, which is 2 s ahead', 9_000, 2_000, 2_000],
])('an answer is sent %s', async (_, left, ahead, after) => {
  const { keepTap, sendTaps } = await openBoard()
  keepTap(order(1, { acceptBy: EVENING + left }), accept, ahead)
  if (after > 0) await pass(after - 1)
  expect(sent()).toEqual([])
  await pass(after > 0 ? 1 : 0)
  if (after === 0) await sendTaps('kitchen', { onMoved: () => {}, onRefused: () => {} })
  expect(sent()).toEqual(['order 1 accepted'])
})

test('a second move of the same order sends the first at once, and waits itself', async () => {
  const { keepTap, sendTaps } = await openBoard()
  keepTap(order(1, { state: 'accepted' }), next('preparing'), 0)
  await pass(1_000)
  keepTap(order(1, { state: 'preparing' }), next('ready'), 0)
  await sendTaps('kitchen', { onMoved: () => {}, onRefused: () => {} })
  expect(sent()).toEqual(['order 1 preparing'])
  await pass(6_000)
  expect(sent()).toEqual(['order 1 preparing', 'order 1 ready'])
})

test.each([
  ['is closed', () => browser.window.dispatchEvent(new Event('pagehide'))],
  ['is hidden', hide],
])('when the page %s, every move leaves in the same turn with keepalive, and once', async (_, leaves) => {
  const { keepTap } = await openBoard()
  keepTap(order(1), accept, 0)
  keepTap(order(2), accept, 0)
  leaves()
  expect(sent()).toEqual(['order 1 accepted', 'order 2 accepted'])
  expect(browser.calls.every(({ init }) => init.keepalive)).toBe(true)
  await pass(60_000)
  expect(browser.calls).toHaveLength(2)
})

test('when the board is left, its moves are sent at once', async () => {
  const { keepTap, leave } = await openBoard()
  keepTap(order(1), accept, 0)
  leave()
  expect(sent()).toEqual(['order 1 accepted'])
})

test('a move that another member was faster with is refused, with the words of the server', async () => {
  const { keepTap, refused, waitingTaps } = await openBoard()
  const message = 'Sam accepted it at 18:05 for 18:30. Your time, 18:40, was not taken.'
  answer = () => Response.json({ code: 'order_moved', message }, { status: 409 })
  keepTap(order(1), accept, 0)
  await pass(6_000)
  expect(refused).toEqual([`1: ${message}`])
  expect(waitingTaps.read()).toEqual([])
})

test('a move that an earlier version of the site has kept is sent when the board is opened', async () => {
  const kept = [{ id: 'kept', vId: 'kitchen', orderId: 'order 7', number: 7, move: next('ready') }]
  browser.stored.set('kitchenTaps', JSON.stringify(kept))
  await openBoard()
  await pass(0)
  expect(sent()).toEqual(['order 7 ready'])
})

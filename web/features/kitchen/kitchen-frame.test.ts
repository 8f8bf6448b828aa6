import { act, createElement } from 'react'
import { expect, test } from 'vitest'
import { answerKitchenCall, buildOrder, createFakeKitchenState } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { mockHub } from '../../testing/mock-hub.ts'
import { openScreen } from '../../testing/page-actions.ts'
import { startFakeSession } from '../../testing/session.ts'

installFakeClock()

/**
 * Opens the board of the fake kitchen on a page that can connect to the hub.
 * @param replyMs the duration of each call, in milliseconds
 */
async function openBoard(replyMs = 0) {
  const double = createFakeKitchenState([buildOrder(18)])
  const { hub, startLiveConnection } = mockHub()
  const screen = await openScreen(
    async ({ path, init: { method = 'GET' }, body }) => {
      const answer = answerKitchenCall(double, { method, path, body }, Date.now())
      if (replyMs > 0) await new Promise((resolve) => setTimeout(resolve, replyMs))
      return Response.json(answer?.json, { status: answer?.status ?? 200 })
    },
    async () => {
      await startFakeSession('Olive')
      await startLiveConnection()
      return createElement((await import('./board/board-screen.tsx')).Screen)
    },
    '/kitchen/double',
  )
  const kitchenId = double.kitchen.terms.vId
  const { page } = screen
  await page.wait(5 * replyMs + 2_000)
  return {
    ...screen,
    double,
    hub,
    kitchenId,
    calls: (path: string) => page.callsTo(`/api/kitchen${path}`).length,
    publish: () => act(async () => hub.publish('orderChanged', { vId: kitchenId } as never)),
  }
}

test('when the hub connects, the kitchen is fetched again, but the list of kitchens is not', async () => {
  const { page, hub, kitchenId, calls } = await openBoard()
  expect([calls(''), calls(`/${kitchenId}`)]).toEqual([1, 1])
  await act(async () => hub.onConnected())
  await page.wait(100)
  expect([calls(''), calls(`/${kitchenId}`)]).toEqual([1, 2])
})

test('while the hub is unreachable, the kitchen is fetched every minute, so that its pages show what others have changed', async () => {
  const { page, double, hub, kitchenId, calls } = await openBoard()
  double.kitchen = { ...double.kitchen, terms: { ...double.kitchen.terms, name: 'Foghorn Kitchen' } }
  await page.wait(60_000)
  expect(page.text()).toContain('Foghorn Kitchen')
  await act(async () => hub.onConnected())
  await page.wait(100)
  const before = calls(`/${kitchenId}`)
  await page.wait(180_000)
  expect(calls(`/${kitchenId}`)).toBe(before)
})

test('while the hub is unreachable, the figures are fetched every minute', async () => {
  const figures = { days: [], items: [], today: { orders: 3, total: 2_850, lost: 0 }, currency: 'GBP' }
  const { kitchen } = createFakeKitchenState([])
  const { vId, slug, name } = kitchen.terms
  const own = { vId, slug, name, status: 'active', role: 'owner' }
  const { page, says } = await openScreen(
    ({ path }) => {
      if (path === '/api/kitchen') return Response.json({ kitchens: [own], invitations: [], mayCreate: false })
      return Response.json(path.endsWith('/figures') ? figures : kitchen)
    },
    async () => {
      await startFakeSession('Olive')
      return createElement((await import('./figures/figures-screen.tsx')).Screen)
    },
    '/kitchen/double/figures',
  )
  await says('£28.50')
  figures.today.total = 3_800
  await page.wait(60_000)
  expect(page.text()).toContain('£38.00')
})

test('events that arrive during a slow fetch of the board do not abort the fetch, and cause exactly one more fetch', async () => {
  const { page, double, hub, kitchenId, calls, publish } = await openBoard(1_000)
  await act(async () => hub.onConnected())
  await page.wait(5_000)
  const before = calls(`/${kitchenId}/board`)
  await publish()
  await page.wait(500)
  double.orders = [buildOrder(19)]
  await publish()
  await publish()
  await page.wait(500)
  await publish()
  await page.wait(900)
  expect(calls(`/${kitchenId}/board`)).toBe(before + 2)
  await page.wait(5_000)
  expect(page.text()).toContain('Order 19')
  expect(calls(`/${kitchenId}/board`)).toBe(before + 3)
})

import { createElement } from 'react'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import type { Order } from '#contract/ordering.ts'
import { trackedOrdersKey } from '#contract/storage-keys.ts'
import { buildOrder } from '#contract/testing/fake-kitchen-server.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'
import { openScreen } from '../../testing/page-actions.ts'
import { startFakeSession } from '../../testing/session.ts'

installFakeClock()

test('the order list of a guest leaves out a damaged order, and names this order once', async () => {
  const [order, damaged] = [buildOrder(1), buildOrder(2)]
  const { page, says } = await openScreen(
    ({ path }) => {
      if (path.startsWith(`/api/orders/${damaged.orderId}`))
        return Response.json({ code: 'internal', message: 'Something went wrong.' }, { status: 500 })
      if (path.startsWith(`/api/orders/${order.orderId}`)) return Response.json(order)
      return Response.json({ orders: [], damaged: [{ id: damaged.orderId }], next: null })
    },
    async () => {
      localStorage.setItem(
        trackedOrdersKey,
        JSON.stringify([order, damaged].map(({ orderId }) => ({ orderId, token: 'token' }))),
      )
      const { useSession } = await import('../../api/session.ts')
      useSession.setState({ userReady: true })
      return createElement((await import('./orders-screen.tsx')).Screen)
    },
    '/orders',
  )
  await says('Order 1 at ')
  expect(page.find('[role=alert]').textContent).toContain('1 order cannot be shown')
  expect(page.find('[role=alert]').textContent).toContain(damaged.orderId)
})

test('when the user of a session cannot be fetched, the order list does not ask for a login', async () => {
  const { page, says } = await openScreen(
    () => Response.json({ orders: [buildOrder(1)], next: null }),
    async () => {
      const { useSession } = await import('../../api/session.ts')
      useSession.setState({ userReady: true, isAuthenticated: true })
      return createElement((await import('./orders-screen.tsx')).Screen)
    },
    '/orders',
  )
  await says('Order 1 at ')
  expect(page.text()).not.toContain('Log in')
})

test('the order list of a guest is fetched every minute until no order is open, because the hub reports only orders of a session', async () => {
  const order = buildOrder(1)
  let state: Order['state'] = 'placed'
  let fetches = 0
  const { page, says } = await openScreen(
    ({ path }) => {
      if (!path.startsWith(`/api/orders/${order.orderId}`))
        return Response.json({ code: 'unauthenticated', message: 'Log in.' }, { status: 401 })
      fetches++
      return Response.json({ ...order, state })
    },
    async () => {
      localStorage.removeItem('accessToken')
      localStorage.setItem(trackedOrdersKey, JSON.stringify([{ orderId: order.orderId, token: 'token' }]))
      const { useSession } = await import('../../api/session.ts')
      useSession.setState({ userReady: true })
      const { useLiveState } = await import('../../live/live.ts')
      useLiveState.setState({ state: 'live' })
      return createElement((await import('./orders-screen.tsx')).Screen)
    },
    '/orders',
  )
  await says('Waiting for the kitchen')
  state = 'rejected'
  await page.wait(MINUTE_MS)
  await says('Rejected')
  const before = fetches
  await page.wait(3 * MINUTE_MS)
  expect(fetches).toBe(before)
})

test('a second press on “Show older orders” sends no second call, and the focus moves to the first older order', async () => {
  const orders = [1, 2, 3].map((number) => buildOrder(number, { state: 'delivered', placedAt: -number }))
  const older = Promise.withResolvers<Response>()
  const paths: string[] = []
  const { page, says, press, button } = await openScreen(
    ({ path }) => {
      if (!path.startsWith('/api/orders')) return new Response(null, { status: 404 })
      paths.push(path)
      if (path.includes('cursor')) return older.promise
      return Response.json({ orders: orders.slice(0, 1), next: orders[0]?.orderId })
    },
    async () => {
      await startFakeSession('Nora')
      return createElement((await import('./orders-screen.tsx')).Screen)
    },
    '/orders',
  )
  await says('Order 1 at ')
  const before = paths.length
  button('Show older orders').focus()
  await press('Show older orders')
  expect(button('Loading older orders').getAttribute('aria-disabled')).toBe('true')
  await press('Loading older orders')
  expect(paths.length - before).toBe(1)
  older.resolve(Response.json({ orders: orders.slice(1), next: null }))
  await says('Order 3 at ')
  expect(page.document.activeElement?.getAttribute('href')).toBe(`/orders/${orders[1]?.orderId}`)
})

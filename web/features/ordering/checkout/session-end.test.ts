import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createCheckoutFixture } from '../../../testing/open-checkout.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))

test('when the session of a reader ends, the checkout says that the order is kept, and links to the login', async () => {
  const { server, stored, openCheckout } = createCheckoutFixture()
  server.user = { id: '8', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] as never }
  stored.set('accessToken', 'access 8')
  const { page, says } = await openCheckout()
  await says('Place order, ')
  const { clearSession } = await import('../../../api/tokens.ts')
  const { useSession } = await import('../../../api/session.ts')
  await act(async () => {
    clearSession()
    await useSession.getState().fetchUser()
  })
  await says('Your order from Nebelhorn Kitchen is kept with your account.')
  expect(page.text()).not.toContain('There is nothing in your order')
  const link = page.find('a', 'Log in').getAttribute('href')
  expect(link).toBe('/login?returnTo=%2Forder%2Fnebelhorn-kitchen%2Fcheckout')
})

test('after a logout with an empty cart, the checkout says that the order is empty', async () => {
  const { server, stored, openCheckout } = createCheckoutFixture()
  server.user = { id: '8', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] as never }
  stored.set('accessToken', 'access 8')
  const { page, says } = await openCheckout({ lines: [] })
  await says('There is nothing in your order')
  const { useSession } = await import('../../../api/session.ts')
  await act(() => useSession.getState().logout())
  expect(page.text()).toContain('There is nothing in your order')
})

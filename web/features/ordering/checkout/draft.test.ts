import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createCheckoutFixture } from '../../../testing/open-checkout.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))

const phone = '07700 900123'

/** Opens the checkout of a logged-in reader, who then logs out and leaves the tab. */
async function logOutAfter(work: (checkout: Awaited<ReturnType<typeof openAsReader>>) => Promise<unknown>) {
  const fixture = createCheckoutFixture()
  const checkout = await openAsReader(fixture)
  await work(checkout)
  const { useSession } = await import('../../../api/session.ts')
  await act(() => useSession.getState().logout())
  await checkout.leave()
  fixture.stored.clear()
  return fixture
}

async function openAsReader({ server, stored, openCheckout }: ReturnType<typeof createCheckoutFixture>) {
  server.user = { id: '8', user: 'Nora', email: 'nora@example.org', profilePicture: null, roles: [] as never }
  stored.set('accessToken', 'access 8')
  const checkout = await openCheckout()
  await checkout.says('Place order, ')
  return checkout
}

test('the values that a reader has typed at a checkout are not shown to the next person in the tab after a logout', async () => {
  const fixture = await logOutAfter(({ type }) => type('Phone, if you like', phone))
  const { says, field } = await fixture.openCheckout()
  await says('Place order, ')
  expect(field('Phone, if you like').value).toBe('')
})

test('the values that a visitor has typed at a checkout stay after a login, and belong to the reader from then on', async () => {
  const fixture = createCheckoutFixture()
  const visitor = await fixture.openCheckout()
  await visitor.says('Place order, ')
  await visitor.type('Phone, if you like', phone)
  await visitor.leave()
  const reader = await openAsReader(fixture)
  expect(reader.field('Phone, if you like').value).toBe(phone)
  await reader.leave()
  fixture.stored.clear()
  const next = await fixture.openCheckout()
  await next.says('Place order, ')
  expect(next.field('Phone, if you like').value).toBe('')
})

test('an order that got no response is remembered after the logout of its sender', async () => {
  const fixture = await logOutAfter(({ type }) => type('Phone, if you like', phone))
  const { vId } = fixture.kitchen.terms
  const unanswered = { key: 'a', vId, lines: [], total: 640, payment: 'cash' }
  const stored = JSON.parse(sessionStorage.getItem(`checkout ${vId}`) ?? '')
  sessionStorage.setItem(`checkout ${vId}`, JSON.stringify({ ...stored, unanswered, sender: '8' }))
  const { says, field, type } = await fixture.openCheckout()
  await says('it is not known whether your order has arrived')
  expect(field('Phone, if you like').value).toBe('')
  await type('Phone, if you like', '07700 900456')
  await says('it is not known whether your order has arrived')
})

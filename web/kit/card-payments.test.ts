import { afterEach, expect, test, vi } from 'vitest'
import { installFakeBrowser } from '../testing/browser.ts'

const loadStripe = vi.hoisted(() => vi.fn(async () => ({})))
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe }))

afterEach(() => {
  loadStripe.mockClear()
  vi.unstubAllGlobals()
})

test.each([
  ['is loaded with the key of a site that takes cards', { publishableKey: 'pk_1' }, [['pk_1', { locale: 'en-GB' }]]],
  ['is not loaded on a site that takes no cards', null, []],
])('S7.18 the script of the card payment provider %s', async (_, stripe, loads) => {
  vi.resetModules()
  const browser = installFakeBrowser(() => Response.json({ stripe }))
  const { preloadCardProvider } = await import('./card-payments.ts')
  await preloadCardProvider()
  expect(browser.calls.map(({ path }) => path)).toEqual(['/api/payments/settings'])
  expect(loadStripe.mock.calls).toEqual(loads)
})

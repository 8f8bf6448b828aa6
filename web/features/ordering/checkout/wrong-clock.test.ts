import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { createCheckoutFixture } from '../../../testing/open-checkout.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([-26, 26])(
  'the checkout offers times by the clock of the server, also when it is %i hours ahead of that of the browser',
  async (hours) => {
    const { server, openCheckout } = createCheckoutFixture()
    server.aheadMs = hours * HOUR_MS
    const { says, check, field } = await openCheckout()
    await says('Place order, ')
    await check('At a time I choose')
    const wait = Number(field('Time').options[0]?.getAttribute('value')) - (Date.now() + server.aheadMs)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThan(2 * HOUR_MS)
  },
)

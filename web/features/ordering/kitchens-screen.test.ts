import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import type { KitchenTerms } from '#contract/menu.ts'
import { buildDailyHours, buildTerms } from '#contract/testing/sample-kitchen.ts'
import { installFakePage } from '../../testing/render.ts'

beforeEach(() => void vi.spyOn(console, 'info').mockImplementation(() => {}))
afterEach(() => vi.unstubAllGlobals())

const termsOf = (name: string, changes: Partial<KitchenTerms> = {}) =>
  buildTerms({
    vId: name,
    slug: name.toLowerCase(),
    name,
    place: '1 Kettle Street',
    deliveryFreeOrdersOver: 2500,
    prepMinutes: 25,
    hours: buildDailyHours(['00:00–00:00']),
    ...changes,
  })

/** Opens the page of all kitchens. A test can replace the response of the fake server. */
async function kitchensScreen(kitchens: KitchenTerms[], answer = (): Response => Response.json({ kitchens })) {
  const server = { answer }
  const page = installFakePage(() => server.answer())
  const { Screen } = await import('./kitchens-screen.tsx')
  await page.show(createElement(Screen))
  await act(async () => {})
  const rows = () => page.findAll('.kitchen-row')
  return {
    page,
    server,
    rows,
    row: (name: string) => rows().find(({ textContent }) => textContent.includes(name))?.textContent,
    typePostcode: (value: string) => page.typeInto(page.find('[autocomplete=postal-code]'), value),
  }
}

test('the list of kitchens shows open kitchens first, each with its hours, fees and duration', async () => {
  const { rows, row } = await kitchensScreen([
    termsOf('Closed', { hours: { weekly: [], special: [] } }),
    termsOf('Breathless', { pausedUntil: Date.now() + 2 * 3_600_000 }),
    termsOf('Curry', { minimumOrder: 1500 }),
    termsOf('Burgers'),
  ])
  expect(rows().map((row) => row.querySelector('h2')?.textContent)).toEqual([
    'Burgers',
    'Curry',
    'Breathless',
    'Closed',
  ])
  expect(row('Burgers')).toContain('Open around the clock')
  expect(row('Burgers')).toContain('Delivery £2.50, free from £25.00')
  expect(row('Burgers')).toContain('Ready in about 25 min')
  expect(row('Curry')).toContain('Minimum £15.00 for delivery')
  expect(row('Breathless')).toMatch(/Paused until (tomorrow at )?\d\d:\d\d/)
})

test('the list of kitchens shows the delivery terms of each kitchen for a postcode', async () => {
  const zones = [{ prefixes: ['AB1'], fee: 100, freeOver: null, minimum: 800 }]
  const { row, typePostcode } = await kitchensScreen([
    termsOf('Curry', { minimumOrder: 1500, zones }),
    termsOf('Burgers'),
  ])
  await typePostcode('ab1 2cd')
  expect(row('Curry')).toContain('Delivery £1.00, free from £25.00')
  expect(row('Curry')).toContain('Minimum £8.00 for delivery')
  await typePostcode('XY9')
  expect(row('Curry')).toContain('No delivery to XY9, pickup only')
  expect(row('Burgers')).toContain('Delivery £2.50')
})

test('the list of kitchens adds no delivery fee to a cart whose kitchen does not deliver to the postcode', async () => {
  const terms = termsOf('Curry', { zones: [{ prefixes: ['AB1'], fee: 100, freeOver: null, minimum: null }] })
  const { row, typePostcode } = await kitchensScreen([terms])
  const { useOrderStore } = await import('./cart/order-store.ts')
  const item = { name: 'Slaw', price: 320, options: [] }
  const line = { itemId: 'slaw', quantity: 2, options: [], dietaryRequirements: [], item }
  await act(async () => {
    useOrderStore.getState().setVendor(terms)
    useOrderStore.getState().add(line)
  })
  await typePostcode('AB1 2CD')
  expect(row('Curry')).toContain('2 items, £7.40, go on')
  await typePostcode('XY9')
  expect(row('Curry')).toContain('2 items, £6.40, go on')
})

test('even while the hub is connected, the list of kitchens is fetched every minute, because the list gets no events', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { page, server, row } = await kitchensScreen([termsOf('Burgers')])
  const { useLiveState } = await import('../../live/live.ts')
  await act(async () => useLiveState.setState({ state: 'live' }))
  server.answer = () => Response.json({ kitchens: [termsOf('Burgers', { pausedUntil: Date.now() + 3_600_000 })] })
  await page.wait(MINUTE_MS)
  await page.until(() => expect(row('Burgers')).toContain('Paused until'))
})

test('the list of kitchens is fetched again after a failure, and an empty list shows a message', async () => {
  const { page, server } = await kitchensScreen([], () => {
    throw new TypeError('Failed to fetch')
  })
  await page.until(() => page.find('[role=alert]', 'The kitchens could not be loaded.'))
  server.answer = () => Response.json({ kitchens: [] })
  await page.click('Try again')
  await page.until(() => expect(page.text()).toContain('No kitchen takes orders yet.'))
  expect(page.text()).not.toContain('could not be loaded')
})

test('the list of kitchens shows the other kitchens when the browser does not know the time zone of one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { rows, page } = await kitchensScreen([
    termsOf('Antarctic', { timezone: 'Antarctica/Nowhere' }),
    termsOf('Curry'),
    termsOf('Burgers', { pausedUntil: Date.now() + 3_600_000 }),
  ])
  await page.until(() => expect(page.text()).toContain('This entry cannot be shown.'))
  expect(rows().map((row) => row.querySelector('h2')?.textContent)).toEqual(['Curry', 'Burgers'])
})

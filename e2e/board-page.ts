import type { Page } from '@playwright/test'
import { FAKE_NOW, type FakeKitchenState } from '#contract/testing/fake-kitchen-server.ts'
import { serveFakeBoard } from './fake-board.ts'
import { createReader, type Reader } from './readers.ts'
import { test as base, blockLiveConnection, expect, openPage } from './test.ts'

/** The `test` function for tests of the board. Its fixture `cook` is a new reader, who can log in and use the board. */
export const test = base.extend<{ cook: Reader }>({
  cook: async ({ request }, use) => use(await createReader(request)),
})
const TABLET = { width: 820, height: 1180 }
/** Opens the fake kitchen's board on a tablet at 19:00, with a clock that the test controls. */
export async function openFakeBoard(page: Page, orders: FakeKitchenState['orders']): Promise<FakeKitchenState> {
  await page.setViewportSize(TABLET)
  await page.clock.install({ time: FAKE_NOW })
  await blockLiveConnection(page)
  const double = await serveFakeBoard(page, orders)
  await openPage(page, '/kitchen/double')
  await expect(page.getByText('9 orders, £214.60 today')).toBeVisible()
  return double
}

export const boardColumn = (page: Page, name: RegExp | string) => page.getByRole('region', { name })
export const orderTicket = (page: Page, number: number) =>
  page.getByRole('article', { name: `Order ${number}`, exact: true })

/**
 * Replaces the browser's audio by a fake, which counts the tones in the page's `data-tones`. Must be called before the
 * page is opened.
 */
export const installFakeSound = (page: Page) =>
  page.addInitScript(() => {
    class Double {
      state = 'running'
      currentTime = 0
      destination = {}
      resume = async () => {}
      close = async () => {}
      createGain = () => ({
        gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
        connect: (to: object) => to,
      })
      createOscillator = () => ({
        frequency: {},
        connect: (to: object) => to,
        stop() {},
        start: () => {
          const { dataset } = document.documentElement
          dataset.tones = String(Number(dataset.tones ?? 0) + 1)
        },
      })
    }
    Object.assign(window, { AudioContext: Double })
  })

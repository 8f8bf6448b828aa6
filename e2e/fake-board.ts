import type { Page } from '@playwright/test'
import type { Order } from '#contract/ordering.ts'
import {
  answerKitchenCall,
  createFakeKitchenState,
  FAKE_NOW,
  type FakeKitchenState,
} from '#contract/testing/fake-kitchen-server.ts'

/** Simulates the server of a kitchen for a page. Must be called before the page is opened. */
export async function serveFakeBoard(page: Page, orders: Order[]): Promise<FakeKitchenState> {
  const double = createFakeKitchenState(orders)
  // Reading the clock fails while the page is being closed.
  const clock = () => page.evaluate(() => Date.now()).catch(() => FAKE_NOW)
  await page.route(/\/api\/kitchen(\/|$)/, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const now = double.gone ? FAKE_NOW : await clock()
    const answer = answerKitchenCall(
      double,
      { method: request.method(), path: pathname, body: request.postDataJSON() ?? {} },
      now,
    )
    return answer ? route.fulfill(answer) : route.abort('internetdisconnected')
  })
  return double
}

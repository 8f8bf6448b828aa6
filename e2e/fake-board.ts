import type { Page } from '@playwright/test'
import type { Order } from '#contract/ordering.ts'
import {
  answerKitchenCall,
  createFakeKitchenServer,
  FAKE_NOW,
  type FakeKitchenServer,
} from '#contract/testing/fake-kitchen-server.ts'

/** Simulates a kitchen's server for a page. Call it before opening the page. */
export async function serveFakeBoard(page: Page, orders: Order[]): Promise<FakeKitchenServer> {
  const double = createFakeKitchenServer(orders)
  // The page may be closing.
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

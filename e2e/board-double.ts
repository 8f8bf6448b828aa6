import type { Page } from '@playwright/test'
import type { Order } from '#contract/ordering.ts'
import { answerOf, EVENING, type KitchenDouble, newKitchenDouble } from '#contract/testing/kitchen-double.ts'

/** Plays the server of a kitchen to a page. Call it before the page is opened. */
export async function doubleBoard(page: Page, orders: Order[]): Promise<KitchenDouble> {
  const double = newKitchenDouble(orders)
  // The page may be going.
  const clock = () => page.evaluate(() => Date.now()).catch(() => EVENING)
  await page.route(/\/api\/kitchen(\/|$)/, async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const now = double.gone ? EVENING : await clock()
    const answer = answerOf(
      double,
      { method: request.method(), path: pathname, body: request.postDataJSON() ?? {} },
      now,
    )
    return answer ? route.fulfill(answer) : route.abort('internetdisconnected')
  })
  return double
}

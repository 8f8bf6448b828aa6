import type { BrowserContext } from '@playwright/test'
import type { StripeControlCalls } from '#contract/testing/stripe-control.ts'

/** The `expectRequests` of tests that pay by card: the pages of Stripe that a browser requests. */
export const stripeRequests = /^https:\/\/(js|api|hooks)\.stripe\.com\//

/**
 * Sends what a browser asks of Stripe to the double instead (server/testing/stripe-double.ts), which answers for all three of
 * its sites. Cards are those of server/testing/stripe/test-cards.ts. In the page, the fields are in the frame `Secure payment
 * input frame`: `Card number`, `Expiry date`, `Security code`; a card that asks opens the frame `3D Secure` with the buttons
 * `Complete` and `Fail`.
 * @param origin the double's
 */
export async function routeStripe(context: BrowserContext, origin: string): Promise<void> {
  await context.route(stripeRequests, async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const body = request.postData()
    try {
      const response = await fetch(`${origin}${pathname}${search}`, {
        method: request.method(),
        ...(body !== null && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      })
      const headers = Object.fromEntries(response.headers)
      await route.fulfill({ status: response.status, headers, body: await response.text() })
    } catch {
      // The Stripe double cut the connection, so the route cuts its connection, too. A closed page needs no response.
      await route.abort('connectionreset').catch(() => {})
    }
  })
}

/** Calls the Stripe double. @param origin the origin of the double */
export async function callStripeDouble<Name extends keyof StripeControlCalls>(
  origin: string,
  name: Name,
  given: StripeControlCalls[Name],
): Promise<unknown> {
  const response = await fetch(`${origin}/double/${name}`, { method: 'POST', body: JSON.stringify(given) })
  if (!response.ok) throw new Error(`The double of Stripe says: ${await response.text()}`)
  return ((await response.json()) as { result: unknown }).result
}

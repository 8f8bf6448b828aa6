import type { BrowserContext } from '@playwright/test'
import type { StripeControlCalls } from '#contract/testing/stripe-control.ts'

/** Matches the URLs of requests to Stripe. Tests that pay by card allow these requests with `expectRequests`. */
export const stripeUrlPattern = /^https:\/\/(js|api|hooks)\.stripe\.com\//

/**
 * Intercepts the requests that the browser sends to Stripe, and forwards them to the Stripe double
 * (server/testing/stripe-double.ts). The double replaces all three hosts of Stripe. The cards are those of
 * server/testing/stripe/test-cards.ts. On the page, the frame `Secure payment input frame` has the fields `Card
 * number`, `Expiry date` and `Security code`. A card whose bank asks for confirmation opens the frame `3D Secure` with
 * the buttons `Complete` and `Fail`.
 * @param origin the origin of the double
 */
export async function forwardStripeToDouble(context: BrowserContext, origin: string): Promise<void> {
  await context.route(stripeUrlPattern, async (route) => {
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
      // The Stripe double has cut its connection, so the connection of the browser is cut too. `abort` fails when the
      // page is closed, which does not matter.
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

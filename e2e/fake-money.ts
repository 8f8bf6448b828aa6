import type { Page } from '@playwright/test'

/** Answers requests that match a URL with what `of` returns at that time. Null is answered with 404. */
export const answerMoneyCall = (page: Page, address: RegExp, of: (url: URL) => unknown): Promise<unknown> =>
  page.route(address, (route) => {
    const json = of(new URL(route.request().url()))
    return json === null
      ? route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is nothing at this address.' } })
      : route.fulfill({ json })
  })

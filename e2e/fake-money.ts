import type { Page } from '@playwright/test'

/** Answers what is asked of an address with what the test holds at that time; with null by 404. */
export const answerMoneyCall = (page: Page, address: RegExp, of: (url: URL) => unknown): Promise<unknown> =>
  page.route(address, (route) => {
    const json = of(new URL(route.request().url()))
    return json === null
      ? route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is nothing at this address.' } })
      : route.fulfill({ json })
  })

import type { Page } from '@playwright/test'

/** Answers each request to a matching URL with the JSON that `of` returns for it, or with 404 if `of` returns null. */
export const serveFakeReply = (page: Page, address: RegExp, of: (url: URL) => unknown): Promise<unknown> =>
  page.route(address, (route) => {
    const json = of(new URL(route.request().url()))
    return json === null
      ? route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is nothing at this address.' } })
      : route.fulfill({ json })
  })

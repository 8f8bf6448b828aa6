import type { Page } from '@playwright/test'

/** What of a place to work is cut off at the right, but the row of its pages, which scrolls. */
export const findCutOffText = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.work, .work *:not(.work-head nav *)')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )

import type { Page } from '@playwright/test'

/**
 * Finds texts of a work page that are cut off at the right edge, except in the scrolling row of links to other pages.
 */
export const findCutOffText = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Elements that follow the size of the window by a ResizeObserver have it in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return [...document.querySelectorAll('.work, .work *:not(.work-head nav *, pre *)')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

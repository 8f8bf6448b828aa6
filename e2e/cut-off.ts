import type { Page } from '@playwright/test'

/**
 * Finds elements in the `.work` part of a page that are cut off at the right edge, except in the scrolling row of links
 * to other pages.
 */
export const findCutOffElements = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Elements that a ResizeObserver adapts to the size of the window have their new size only in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return [...document.querySelectorAll('.work, .work *:not(.work-head nav *, pre *)')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

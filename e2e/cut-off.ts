import type { Page } from '@playwright/test'

/**
 * Finds elements in the `.work` part of a page that are cut off at the right edge, except in the scrolling row of links
 * to other pages.
 */
export const findElementsPastRightEdge = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Waits two frames, because a ResizeObserver changes the size of some elements only in the frame after the window
    // has changed.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return [...document.querySelectorAll('.work, .work *:not(.work-head nav *, pre *)')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

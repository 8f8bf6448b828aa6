import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

// The package @axe-core/playwright brings axe-core and a class AxeBuilder. This file uses only axe-core, because
// AxeBuilder loads axe twice for each analysis and opens a second page.
const require = createRequire(import.meta.url)
const { source }: { source: string } = createRequire(require.resolve('@axe-core/playwright'))('axe-core')

/** The part of axe that this file calls. */
interface Axe {
  run(options: {
    resultTypes: string[]
    rules: Record<string, { enabled: boolean }>
  }): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
}

/**
 * Analyses the page and its frames by all rules, including best practices. Axe is loaded into frames in which it is
 * missing.
 */
async function analyze(page: Page, withContrast: boolean): Promise<string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  }
  return page.evaluate(async (enabled) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run({ resultTypes: ['violations'], rules: { 'color-contrast': { enabled } } })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`)
  }, withContrast)
}

/** Returns the number of pixels by which the page is wider than the window. */
const excessWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

const widths = [320, 390, 820, 1440] as const
type Width = (typeof widths)[number]

/**
 * Lists axe's findings at 390 and 1440 px, and the widths among 320, 390, 820 and 1440 px at which the page scrolls
 * sideways. Only the last analysis checks colour contrast, in the day theme, because this check takes two thirds of the
 * time. web/look/contrast.test.ts checks both themes. Afterwards the window keeps the last width.
 * @param analysed the widths at which axe runs
 */
export async function findAxeAndOverflowViolations(
  page: Page,
  { widest = 1440, analysed = [390, 1440] }: { widest?: Width; analysed?: Width[] } = {},
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const found: string[] = []
  const last = analysed.findLast((width) => width <= widest)
  for (const width of widths.filter((width) => width <= widest)) {
    await page.setViewportSize({ width, height: 900 })
    const excess = await excessWidth(page)
    if (excess > 0) found.push(`${width} scrolls sideways by ${excess} px`)
    if (analysed.includes(width))
      found.push(...(await analyze(page, width === last)).map((violation) => `${width} ${violation}`))
  }
  return found
}

/**
 * Lists links and buttons outside of sentences that are too small: under 44 px on the longer side, or under 24 px on
 * the shorter side.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('#page a[href], #page button')]
    return all
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.matches('p a, li:not([class]) > a:only-child, .skip-link, .heading-link, td a, .prose a'),
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => Math.max(box.width, box.height) < 44 || Math.min(box.width, box.height) < 24)
      .map(({ element }) => element.outerHTML.slice(0, 100))
  })

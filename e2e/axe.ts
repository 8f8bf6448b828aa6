import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const looks = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** What axe finds on the page as it is, best practices too: on a phone and a wide screen, by day and by night. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations)
      found.push(`${width} ${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' '))}`)
  }
  return found
}

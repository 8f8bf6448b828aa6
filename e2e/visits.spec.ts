import { smallTargets, violations } from './axe.ts'
import { pagesOf } from './paths.ts'
import { createReader, logIn } from './readers.ts'
import { addresses } from './services/ports.ts'
import { expect, open, test } from './test.ts'
import { load, overBudget } from './transfers.ts'

// Everything that one visit of a page can show is checked in one visit, whatever pages lie in the author's content/.
const sites = [
  { name: 'the fixture site', baseURL: addresses.site, pages: pagesOf('fixture-site/content') },
  { name: 'the author’s site', baseURL: addresses.author, pages: pagesOf('content') },
]
for (const { name, baseURL, pages } of sites) {
  test.describe(name, () => {
    test.use({ baseURL })

    for (const { path } of pages.filter(({ isPrivate }) => !isPrivate)) {
      test(`${path} has no violations, fits 320 px, has targets of 44 by 24 px and keeps to the budgets: scripts 100 kB, fonts 45 kB, 12 requests`, async ({
        page,
      }) => {
        expect(overBudget(await load(page, path))).toEqual([])
        expect(await violations(page)).toEqual([])
        await page.setViewportSize({ width: 390, height: 844 })
        expect(await smallTargets(page)).toEqual([])
      })
    }

    for (const { path } of pages.filter(({ isPrivate }) => isPrivate)) {
      test(`S2.09 ${path}, which is private, keeps to the budgets and has no violations for a reader, and no heading for a visitor`, async ({
        page,
      }) => {
        expect(overBudget(await load(page, path))).toEqual([])
        // A best practice, not WCAG: the specification has the page render empty.
        const visitor = await violations(page)
        expect(visitor.filter((found) => !found.includes('page-has-heading-one'))).toEqual([])
        await logIn(page, await createReader(page.request))
        await open(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await violations(page)).toEqual([])
      })
    }
  })
}

test.describe('not found', () => {
  test.use({ expectMessages: /status of 404/ })
  test('the 404 page has no violations, fits 320 px and has targets of 44 by 24 px', async ({ page }) => {
    await open(page, '/not-a-page')
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await smallTargets(page)).toEqual([])
  })
})

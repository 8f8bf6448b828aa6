import { findAxeAndOverflowViolations, findSmallTargets } from './axe.ts'
import { sites } from './paths.ts'
import { createReader, logInBrowser } from './readers.ts'
import { expect, openPage, test } from './test.ts'
import { findExceededBudgets, listTransfersOfColdLoad } from './transfers.ts'

// One visit checks everything that can be seen on a page. The test works for any pages in content/.
for (const { name, address, pages } of sites) {
  test.describe(name, () => {
    // The budgets apply to a page without a notice.
    test.use({ baseURL: address, hasNotice: false })

    for (const path of [...pages.filter(({ isPrivate }) => !isPrivate).map(({ path }) => path), '/articles']) {
      test(`${path} has no accessibility violations, fits 320 px, has targets of 44 by 24 px, and stays within the budgets for scripts, fonts and requests`, async ({
        page,
      }) => {
        expect(findExceededBudgets(await listTransfersOfColdLoad(page, path))).toEqual([])
        expect(await findAxeAndOverflowViolations(page)).toEqual([])
        await page.setViewportSize({ width: 390, height: 844 })
        expect(await findSmallTargets(page)).toEqual([])
      })
    }

    for (const { path } of pages.filter(({ isPrivate }) => isPrivate)) {
      test(`S2.09 the private page ${path} stays within the budgets; it has no accessibility violations for a reader, and for a visitor only the missing heading`, async ({
        page,
      }) => {
        expect(findExceededBudgets(await listTransfersOfColdLoad(page, path))).toEqual([])
        // For visitors, the page has no heading, because the specification requires it to be empty. This violates a
        // best practice, but not WCAG.
        const visitor = await findAxeAndOverflowViolations(page)
        expect(visitor.filter((found) => !found.includes('page-has-heading-one'))).toEqual([])
        await logInBrowser(page, await createReader(page.request))
        await openPage(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await findAxeAndOverflowViolations(page)).toEqual([])
      })
    }
  })
}

test.describe('not found', () => {
  test.use({ expectMessages: /status of 404/ })
  test('the 404 page has no accessibility violations, fits 320 px and has targets of 44 by 24 px', async ({ page }) => {
    await openPage(page, '/not-a-page')
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findSmallTargets(page)).toEqual([])
  })
})

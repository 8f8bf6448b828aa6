import { findAxeAndOverflowViolations } from './axe.ts'
import { watchShifts } from './layout-shifts.ts'
import { expect, openPage, test, waitForPaint } from './test.ts'

test('articles that are new since the last visit are marked, also after a navigation, and the mark moves nothing on the page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const [today] = new Date().toISOString().split('T')
    localStorage.setItem('visits', `2025-03-08 ${today}`)
  })
  const readShift = await watchShifts(page)
  await page.goto('/articles')
  const isNew = page.locator('[data-new] > a')
  const marked = ['Schneller um die Tonnen', 'Wer die Pinne hält', 'Fünf Knoten für Anfänger']
  await expect(isNew).toHaveText(marked)
  await expect(page.getByText('New', { exact: true }).filter({ visible: true })).toHaveCount(3)
  await waitForPaint(page)
  expect(await readShift()).toBe(0)
  await openPage(page, '/')
  await page.getByRole('link', { name: 'Alle Artikel' }).click()
  await expect(page).toHaveURL('/articles')
  await expect(isNew).toHaveText(marked)
})

test('a tag with letters outside of ASCII opens its list by a click and by its URL, without accessibility violations', async ({
  page,
}) => {
  await openPage(page, '/bootsbau')
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Maßarbeit' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Articles about Maßarbeit' })
  await expect(heading).toBeVisible()
  await expect(page).toHaveURL('/articles/ma%C3%9Farbeit')
  await page.reload()
  await expect(heading).toBeVisible()
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Ein Boot aus vier Teilen' }).click()
  await expect(page).toHaveURL('/bootsbau')
})

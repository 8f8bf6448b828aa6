import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { commentAt, idAt, serveComments } from './comments-double.ts'
import { comments, commentWith, form, openComments } from './comments-page.ts'
import { createReader, logIn } from './readers.ts'
import { expect, open, test } from './test.ts'

/** Everything that a comment can look like. */
const everything = [
  commentAt(1, { author: 'Theo M', content: 'What does `ttl 1` mean here?' }),
  commentAt(2, {
    byAdmin: true,
    threadId: idAt(1),
    parentId: idAt(1),
    content: 'It means *automatic*: [docs](https://example.org/a)\n\n> ttl 1\n\n- one\n- two',
  }),
  commentAt(3, {
    threadId: idAt(1),
    parentId: idAt(2),
    editedAt: Date.now(),
    content: `\`\`\`\n${'long '.repeat(60)}\n\`\`\``,
  }),
  commentAt(4, { state: 'gone', author: '', authorId: null, content: '' }),
  commentAt(5, {
    threadId: idAt(4),
    parentId: idAt(4),
    author: 'W'.repeat(80),
    content: `https://example.org/${'a'.repeat(300)}`,
  }),
  commentAt(6, { state: 'pending', content: 'W'.repeat(300) }),
  commentAt(7, { content: `Z${'\u0301'.repeat(4)}`.repeat(40) }),
  commentAt(8, { content: '\u05e9\u05dc\u05d5\u05dd <script>alert(1)</script>' }),
]

async function openEverything(page: Page) {
  await serveComments(page, everything)
  await logIn(page, await createReader(page.request))
  await openComments(page)
  await expect(comments(page).getByRole('article')).toHaveCount(everything.length)
}

test.describe('without motion', () => {
  test('comments of every kind and their forms have no violations, fit 320 px, and have targets of 44 by 24 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openEverything(page)
    const small = await comments(page).evaluate((section) =>
      [...section.querySelectorAll<HTMLElement>('a[href], button, summary')]
        // Links in sentences are as tall as their line.
        .filter((element) => !element.matches('.markup a, p a') && element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => Math.max(box.width, box.height) < 44 || Math.min(box.width, box.height) < 24)
        .map(({ element }) => element.outerHTML.slice(0, 100)),
    )
    expect(small).toEqual([])

    await form(page).getByRole('button', { name: 'Post comment' }).click()
    await form(page).getByText('Formatting').click()
    await commentWith(page, 'What does').getByRole('button', { name: 'Reply' }).click()
    await commentWith(page, 'It means').getByRole('button', { name: 'Report' }).click()
    expect(await violations(page)).toEqual([])
  })

  test('a page without comments and the linked comment have no violations', async ({ page }) => {
    const double = await serveComments(page, [])
    await openComments(page)
    await expect(comments(page)).toContainText('Nobody has written anything here yet.')
    expect(await violations(page)).toEqual([])
    double.comments.push(...Array.from({ length: 60 }, (_, i) => commentAt(i + 1)))
    await page.goto('about:blank')
    await open(page, `/seefunk#comment-${idAt(2)}`)
    await expect(comments(page).getByRole('region', { name: 'The linked comment' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

/** Adds up how far things move that nobody has moved. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    let total = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) total += entry.value
      document.documentElement.dataset.shift = String(total)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const settle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const shift = async (page: Page) => Number((await page.locator('html').getAttribute('data-shift')) ?? 0)

for (const [name, path, key] of [
  ['a long page', '/seefunk', 'seefunk'],
  ['a short page', '/anker', 'anker'],
] as const) {
  test(`nothing shifts on ${name} at 390 and 1440 px while its comments load, many or none`, async ({ page }) => {
    await watchShifts(page)
    const double = await serveComments(page, [], key)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const count of [0, 50]) {
        double.comments = Array.from({ length: count }, (_, i) => commentAt(i + 1, { pageUrl: key }))
        await open(page, path)
        await page.evaluate(() => document.fonts.ready)
        const before = await shift(page)
        // As a reader comes: the place is near before it is seen.
        await comments(page).evaluate((section) =>
          window.scrollBy({ top: section.getBoundingClientRect().top - innerHeight * 1.5, behavior: 'instant' }),
        )
        await expect(comments(page).getByRole('article')).toHaveCount(count)
        await expect(comments(page)).toContainText('to post a comment')
        await comments(page).evaluate((section) => section.scrollIntoView({ block: 'center', behavior: 'instant' }))
        await settle(page)
        expect((await shift(page)) - before).toBeLessThan(0.001)
      }
    }
  })
}

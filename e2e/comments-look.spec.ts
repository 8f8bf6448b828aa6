import { COMMENTS_PER_PAGE } from '../contract/limits.ts'
import { findAxeAndOverflowViolations } from './axe.ts'
import { commentForm, commentsSection, findComment, openCommentsAsNewReader } from './comments-page.ts'
import { buildComment, buildCommentId, serveFakeComments } from './fake-comments.ts'
import { installFakeHub } from './fake-hub.ts'
import { watchShifts } from './layout-shifts.ts'
import { createReader, logInBrowser } from './readers.ts'
import { expect, openPage, test, waitForPaint } from './test.ts'

/** Comments in all formats and states. */
const everything = [
  buildComment(101, { author: 'Theo M', content: 'What does `ttl 1` mean here?' }),
  buildComment(102, {
    byAdmin: true,
    threadId: buildCommentId(101),
    parentId: buildCommentId(101),
    content: 'It means *automatic*: [docs](https://example.org/a)\n\n> ttl 1\n\n- one\n- two',
  }),
  buildComment(103, {
    threadId: buildCommentId(101),
    parentId: buildCommentId(102),
    editedAt: Date.now(),
    content: `\`\`\`\n${'long '.repeat(60)}\n\`\`\``,
  }),
  buildComment(104, { state: 'gone', author: '', authorId: null, content: '' }),
  buildComment(105, {
    threadId: buildCommentId(104),
    parentId: buildCommentId(104),
    author: 'W'.repeat(80),
    content: `https://example.org/${'a'.repeat(300)}`,
  }),
  buildComment(106, { state: 'pending', content: 'W'.repeat(300) }),
  buildComment(107, { content: `Z${'\u0301'.repeat(4)}`.repeat(40) }),
  buildComment(108, { content: '\u05e9\u05dc\u05d5\u05dd <script>alert(1)</script>' }),
]

test.describe('without motion', () => {
  test('comments in all states, the linked comment and the forms have no accessibility violations, fit 320 px, and have targets of 44 by 24 px', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const older = Array.from({ length: COMMENTS_PER_PAGE }, (_, i) => buildComment(i + 1))
    await serveFakeComments(page, [...older, ...everything])
    await logInBrowser(page, await createReader(page.request))
    await openPage(page, `/seefunk#comment-${buildCommentId(2)}`)
    await expect(commentsSection(page).getByRole('region', { name: 'The linked comment' })).toBeVisible()
    await expect(commentsSection(page).getByRole('article')).toHaveCount(COMMENTS_PER_PAGE + 1)
    const small = await commentsSection(page).evaluate((section) =>
      [...section.querySelectorAll<HTMLElement>('a[href], button, summary')]
        // Links in sentences are exempt, because they are as tall as their line.
        .filter((element) => !element.matches('.markup a, p a') && element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => Math.max(box.width, box.height) < 44 || Math.min(box.width, box.height) < 24)
        .map(({ element }) => element.outerHTML.slice(0, 100)),
    )
    expect(small).toEqual([])
    const drawn = await page
      .locator(':is([role=status], [role=alert]):empty')
      .evaluateAll((elements) =>
        elements.filter((each) => each.getBoundingClientRect().height > 1).map(({ outerHTML }) => outerHTML),
      )
    expect(drawn, 'empty messages that are visible').toEqual([])

    await commentForm(page).getByRole('button', { name: 'Post comment' }).click()
    await commentForm(page).getByText('Formatting').click()
    await findComment(page, 'What does').getByRole('button', { name: 'Reply' }).click()
    await findComment(page, 'It means').getByRole('button', { name: 'Report' }).click()
    expect(await findAxeAndOverflowViolations(page)).toEqual([])
  })
})

test('nothing shifts while comments load, on long and short pages at 390 and 1440 px; a page without comments has no accessibility violations', async ({
  page,
}) => {
  const readShift = await watchShifts(page)
  // The comments are faked, because other tests post comments on these pages.
  await installFakeHub(page)
  const pages = ['seefunk', 'anker'] as const
  const doubles = { seefunk: await serveFakeComments(page), anker: await serveFakeComments(page, [], 'anker') }
  const check = async (count: number) => {
    await page.evaluate(() => document.fonts.ready)
    const before = await readShift()
    // Comments load when the reader scrolls near them.
    await commentsSection(page).evaluate((section) =>
      window.scrollBy({ top: section.getBoundingClientRect().top - innerHeight * 1.5, behavior: 'instant' }),
    )
    await expect(commentsSection(page).getByRole('article')).toHaveCount(count)
    await expect(commentsSection(page)).toContainText('to post a comment')
    await commentsSection(page).evaluate((section) => section.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await waitForPaint(page)
    expect((await readShift()) - before).toBeLessThan(0.001)
  }
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const count of [50, 0])
      for (const key of pages) {
        doubles[key].comments = Array.from({ length: count }, (_, i) => buildComment(i + 1, { pageUrl: key }))
        await openPage(page, `/${key}`)
        await check(count)
      }
  }
  await expect(commentsSection(page)).toContainText('Nobody has written anything here yet.')
  expect(await findAxeAndOverflowViolations(page)).toEqual([])
})

test('in forced colours, the buttons of comments have a border, and the selected tab has a line in another colour', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openCommentsAsNewReader(page)
  const borderOf = (name: string) =>
    commentForm(page)
      .getByText(name, { exact: true })
      .evaluate((element) => {
        const { borderBottomWidth, borderBottomColor } = getComputedStyle(element.closest('button') ?? element)
        return [borderBottomWidth, borderBottomColor]
      })
  const [write, preview] = [await borderOf('Write'), await borderOf('Preview')]
  expect(write[1]).not.toBe(preview[1])
  expect((await borderOf('Post comment'))[0]).toBe('1px')
  await commentForm(page).getByRole('tab', { name: 'Preview' }).click()
  expect([await borderOf('Write'), await borderOf('Preview')]).toEqual([preview, write])
})

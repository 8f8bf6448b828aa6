import { commentForm, commentsSection, findComment, openComments } from './comments-page.ts'
import { buildComment, buildCommentId, serveFakeComments } from './fake-comments.ts'
import { expect, openPage, test, waitForPaint } from './test.ts'

// web/features/comments/reading.test.ts tests the content of a comment. built/comments.test.ts tests which pages have
// comments.
test('S2.40 S2.41 S6.01 each page loads its own comments when the reader scrolls near them; a visitor’s login link leads back to them', async ({
  page,
}) => {
  const next = 'knoten'
  const double = await serveFakeComments(page, [])
  await serveFakeComments(page, [buildComment(2, { content: 'About the tricks', pageUrl: next })], next)
  await openPage(page, '/seefunk')
  await waitForPaint(page)
  expect(double.asked).toEqual([])
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(commentsSection(page)).toContainText('Nobody has written anything here yet.')
  const feed = commentsSection(page).getByRole('link', { name: 'Follow by feed' })
  await expect(feed).toHaveAttribute('href', '/comments/seefunk/feed.xml')
  await page.getByRole('navigation', { name: 'Where to go next' }).getByRole('link').first().click()
  await expect(page).toHaveURL(`/${next}`)
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(findComment(page, 'About the tricks')).toBeVisible()
  await commentForm(page).getByRole('link', { name: 'log in' }).click()
  await expect(page).toHaveURL(`/login?returnTo=%2F${next}%23comments`)
})

test('a button loads the next fifty comments; each comment is shown once, and the first new comment gets the focus', async ({
  page,
}) => {
  const double = await serveFakeComments(
    page,
    Array.from({ length: 120 }, (_, i) => buildComment(i + 1)),
  )
  await openComments(page)
  const all = commentsSection(page).getByRole('article')
  await expect(all).toHaveCount(50)
  await expect(commentsSection(page).getByRole('heading', { level: 2 })).toHaveText('120 comments')
  const more = commentsSection(page).getByRole('button', { name: 'Show more comments' })
  await more.click()
  await expect(all).toHaveCount(100)
  await expect(findComment(page, /number 70$/)).toBeFocused()
  // A new comment shifts the parts in which the server sends the list, so the next part repeats a comment. The page
  // must show each comment once.
  double.comments.push(buildComment(121))
  await more.click()
  await expect(all).toHaveCount(120)
  await expect(more).toHaveCount(0)
  const ids = await all.evaluateAll((elements) => elements.map(({ id }) => id))
  expect(new Set(ids).size).toBe(120)
  expect(ids).toEqual(ids.toSorted().reverse())
})

test('a link to a comment scrolls to the comment and focuses it; a link to a deleted comment shows a message', async ({
  page,
}) => {
  await serveFakeComments(
    page,
    Array.from({ length: 20 }, (_, i) => buildComment(i + 1)),
  )
  await openPage(page, `/seefunk#comment-${buildCommentId(5)}`)
  await expect(findComment(page, /number 5$/)).toBeFocused()
  await expect(findComment(page, /number 5$/)).toBeInViewport()
  await expect(commentsSection(page).getByText('The linked comment')).toHaveCount(0)
  await findComment(page, /number 7$/)
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(`/seefunk#comment-${buildCommentId(7)}`)
  await expect(findComment(page, /number 7$/)).toBeFocused()
  await page.goto('about:blank')
  await openPage(page, `/seefunk#comment-${buildCommentId(99)}`)
  await expect(
    commentsSection(page).getByText('The comment that the address names is not here any more.'),
  ).toBeVisible()
  await expect(findComment(page, /number 1$/)).toBeVisible()
})

test('a link to a comment that is not loaded yet shows the thread above the list, and the list does not repeat the comment', async ({
  page,
}) => {
  await serveFakeComments(page, [
    ...Array.from({ length: 70 }, (_, i) => buildComment(i + 1)),
    buildComment(900, { threadId: buildCommentId(3), parentId: buildCommentId(3), content: 'A reply to it' }),
  ])
  await openPage(page, `/seefunk#comment-${buildCommentId(900)}`)
  const linked = commentsSection(page).getByRole('region', { name: 'The linked comment' })
  await expect(linked.getByRole('article')).toHaveCount(2)
  await expect(findComment(page, 'A reply to it')).toBeFocused()
  await commentsSection(page).getByRole('button', { name: 'Show more comments' }).click()
  await expect(commentsSection(page).getByRole('article')).toHaveCount(71)
  await expect(findComment(page, 'A reply to it')).toHaveCount(1)
})

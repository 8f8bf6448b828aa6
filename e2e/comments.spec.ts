import { commentAt, idAt, serveComments } from './comments-double.ts'
import { comments, commentWith, form, openComments } from './comments-page.ts'
import { expect, open, test } from './test.ts'

// What each comment shows is tested in web/comments/reading.test.ts, their place on each page in built/comments.test.ts.
test('S2.40 S2.41 S6.01 comments far away are not asked for; a page without says so; others come when the route changes, and who is not logged in is led there and back', async ({
  page,
}) => {
  const next = 'knoten'
  const double = await serveComments(page, [])
  await serveComments(page, [commentAt(2, { content: 'About the tricks', pageUrl: next })], next)
  await open(page, '/seefunk')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(double.asked).toEqual([])
  await comments(page).scrollIntoViewIfNeeded()
  await expect(comments(page)).toContainText('Nobody has written anything here yet.')
  const feed = comments(page).getByRole('link', { name: 'Follow by feed' })
  await expect(feed).toHaveAttribute('href', '/comments/seefunk/feed.xml')
  await page.getByRole('navigation', { name: 'Where to go next' }).getByRole('link').first().click()
  await expect(page).toHaveURL(`/${next}`)
  await comments(page).scrollIntoViewIfNeeded()
  await expect(commentWith(page, 'About the tricks')).toBeVisible()
  await form(page).getByRole('link', { name: 'log in' }).click()
  await expect(page).toHaveURL(`/login?returnTo=%2F${next}%23comments`)
})

test('more than fifty come fifty at a time, each once, and the focus goes to the first of them', async ({ page }) => {
  const double = await serveComments(
    page,
    Array.from({ length: 120 }, (_, i) => commentAt(i + 1)),
  )
  await openComments(page)
  const all = comments(page).getByRole('article')
  await expect(all).toHaveCount(50)
  await expect(comments(page).getByRole('heading', { level: 2 })).toHaveText('120 comments')
  const more = comments(page).getByRole('button', { name: 'Show more comments' })
  await more.click()
  await expect(all).toHaveCount(100)
  await expect(commentWith(page, /number 70$/)).toBeFocused()
  // What is written meanwhile moves the pages of the server, and doubles nothing here.
  double.comments.push(commentAt(121))
  await more.click()
  await expect(all).toHaveCount(120)
  await expect(more).toHaveCount(0)
  const ids = await all.evaluateAll((elements) => elements.map(({ id }) => id))
  expect(new Set(ids).size).toBe(120)
  expect(ids).toEqual(ids.toSorted().reverse())
})

test('the address of a comment leads to it, and the focus with it; that of one that is gone says so', async ({
  page,
}) => {
  await serveComments(
    page,
    Array.from({ length: 20 }, (_, i) => commentAt(i + 1)),
  )
  await open(page, `/seefunk#comment-${idAt(5)}`)
  await expect(commentWith(page, /number 5$/)).toBeFocused()
  await expect(commentWith(page, /number 5$/)).toBeInViewport()
  await expect(comments(page).getByText('The linked comment')).toHaveCount(0)
  await commentWith(page, /number 7$/)
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(`/seefunk#comment-${idAt(7)}`)
  await expect(commentWith(page, /number 7$/)).toBeFocused()
  await page.goto('about:blank')
  await open(page, `/seefunk#comment-${idAt(99)}`)
  await expect(comments(page).getByText('The comment that the address names is not here any more.')).toBeVisible()
  await expect(commentWith(page, /number 1$/)).toBeVisible()
})

test('the address of one beyond the first fifty shows its thread before the others, and only there', async ({
  page,
}) => {
  await serveComments(page, [
    ...Array.from({ length: 70 }, (_, i) => commentAt(i + 1)),
    commentAt(900, { threadId: idAt(3), parentId: idAt(3), content: 'An answer to it' }),
  ])
  await open(page, `/seefunk#comment-${idAt(900)}`)
  const linked = comments(page).getByRole('region', { name: 'The linked comment' })
  await expect(linked.getByRole('article')).toHaveCount(2)
  await expect(commentWith(page, 'An answer to it')).toBeFocused()
  await comments(page).getByRole('button', { name: 'Show more comments' }).click()
  await expect(comments(page).getByRole('article')).toHaveCount(71)
  await expect(commentWith(page, 'An answer to it')).toHaveCount(1)
})

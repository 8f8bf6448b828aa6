import { commentAt, idAt, serveComments } from './comments-double.ts'
import { comments, commentWith, form, openComments } from './comments-page.ts'
import { expect, open, test, withoutLive } from './test.ts'

test('S2.40 comments are those of the path without its slash, "home" on Home, and others when the route changes', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/comments/')) asked.push(pathname)
  })
  await serveComments(page, [commentAt(1, { content: 'About the network' })], 'seefunk')
  const next = 'knoten'
  await serveComments(page, [commentAt(2, { content: 'About the tricks', pageUrl: next })], next)
  await serveComments(page, [commentAt(3, { content: 'About everything', pageUrl: 'home' })], 'home')
  await openComments(page, '/seefunk')
  await expect(commentWith(page, 'About the network')).toBeVisible()
  await page.getByRole('navigation', { name: 'Where to go next' }).getByRole('link').first().click()
  await expect(page).toHaveURL(`/${next}`)
  await comments(page).scrollIntoViewIfNeeded()
  await expect(commentWith(page, 'About the tricks')).toBeVisible()
  await expect(comments(page).getByRole('article')).toHaveCount(1)
  await openComments(page, '/')
  await expect(commentWith(page, 'About everything')).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['/comments/seefunk', `/comments/${next}`, '/comments/home']))
})

test('S2.41 S6.01 anybody reads comments; who is not logged in is asked to, and comes back', async ({ page }) => {
  await serveComments(page, [commentAt(1)])
  await openComments(page)
  await expect(commentWith(page, 'Comment number 1')).toBeVisible()
  expect(await form(page).locator('p').first().textContent()).toBe('Please log in to post a comment.')
  await expect(comments(page).getByRole('textbox')).toHaveCount(0)
  await expect(comments(page).getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await form(page).getByRole('link', { name: 'log in' }).click()
  await expect(page).toHaveURL('/login?returnTo=%2Fseefunk%23comments')
})

test('S3.04 a comment shows its author, their picture or initials, its words and its time, which says it exactly too', async ({
  page,
}) => {
  const createdAt = new Date('2026-03-04T15:06:00Z').getTime()
  await serveComments(page, [
    commentAt(1, { author: 'Nora Kvist', content: 'Works on a Pi too.', createdAt, editedAt: createdAt + 1 }),
    commentAt(2, { author: 'Ada Author', byAdmin: true, profilePicture: '/og/home.png' }),
  ])
  await openComments(page)
  const comment = commentWith(page, 'Works on a Pi too.')
  await expect(comment).toContainText('Nora Kvist')
  await expect(comment).toContainText('NK')
  await expect(comment).toContainText('edited')
  await expect(comment.locator('time')).toHaveAttribute('title', /Wednesday.* 4 March 2026.*\d\d:06/)
  await expect(comment.getByRole('link')).toHaveAttribute('href', `#comment-${idAt(1)}`)
  const other = commentWith(page, 'Ada Author')
  await expect(other.locator('img')).toHaveAttribute('src', '/og/home.png')
  await expect(other).toContainText('Author')
  await expect(comments(page).getByRole('heading', { level: 2 })).toHaveText('2 comments')
})

test('replies stand below what they answer, the oldest first, and say to whom when it is another reply', async ({
  page,
}) => {
  const thread = { threadId: idAt(1), parentId: idAt(1) }
  await serveComments(page, [
    commentAt(1, { author: 'One' }),
    commentAt(2, { author: 'Two', ...thread }),
    commentAt(3, { author: 'Three', ...thread, parentId: idAt(2) }),
    commentAt(4, { author: 'Four' }),
  ])
  await openComments(page)
  await expect(comments(page).getByRole('article')).toHaveText([/^F.*Four/, /^O.*One/, /^T.*Two/, /^T.*Three.*to Two/])
  await expect(comments(page).getByRole('list', { name: 'Replies to One' }).getByRole('article')).toHaveCount(2)
})

test('a comment that is gone leaves its place to its answers', async ({ page }) => {
  await serveComments(page, [
    commentAt(1, { state: 'gone', author: '', authorId: null, content: '' }),
    commentAt(2, { threadId: idAt(1), parentId: idAt(1), content: 'Still here' }),
  ])
  await openComments(page)
  await expect(comments(page).getByRole('article').first()).toHaveText('This comment was deleted.')
  await expect(commentWith(page, 'Still here')).toBeVisible()
})

test('times go on by themselves, and rest while nobody looks', async ({ page }) => {
  await withoutLive(page)
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') })
  await serveComments(page, [commentAt(1, { createdAt: new Date('2026-11-21T11:59:30Z').getTime() })])
  await openComments(page)
  const time = comments(page).locator('time')
  await expect(time).toHaveText('just now')
  await page.clock.runFor(61_000)
  await expect(time).toHaveText('1 minute ago')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.runFor(300_000)
  await expect(time).toHaveText('1 minute ago')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(time).toHaveText('6 minutes ago')
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

test('the address of a comment leads to it, and the focus with it', async ({ page }) => {
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

test('the address of one that is gone says so', async ({ page }) => {
  await serveComments(page, [commentAt(1)])
  await open(page, `/seefunk#comment-${idAt(99)}`)
  await expect(comments(page).getByText('The comment that the address names is not here any more.')).toBeVisible()
  await expect(commentWith(page, 'Comment number 1')).toBeVisible()
})

test('a page without comments says so, and one whose comments are far away does not ask for them', async ({ page }) => {
  const double = await serveComments(page, [])
  await open(page, '/seefunk')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(double.asked).toEqual([])
  await comments(page).scrollIntoViewIfNeeded()
  await expect(comments(page)).toContainText('Nobody has written anything here yet.')
  await expect(comments(page).getByRole('link', { name: 'Follow by feed' })).toHaveAttribute(
    'href',
    '/comments/seefunk/feed.xml',
  )
})

for (const path of ['/', '/seefunk', '/anker']) {
  test(`${path} has a place for comments, in its HTML`, async ({ request }) => {
    expect(await (await request.get(path)).text()).toContain('<section id="comments"')
  })
}

test('S2.09 screens, the 404 page and the private page have none', async ({ request }) => {
  for (const path of ['/login', '/account', '/desk', '/not-a-page', '/logbuch'])
    expect(await (await request.get(path)).text()).not.toContain('id="comments"')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the place says that comments need them, and leads to the feed', async ({ page }) => {
    await page.goto('/seefunk')
    expect(await comments(page).locator('noscript').innerHTML()).toContain('needs scripts')
    await expect(comments(page).getByRole('link', { name: 'Follow by feed' })).toBeVisible()
  })
})

test.describe('S8.05', () => {
  test.use({ expectMessages: /status of 503|ERR_FAILED/ })
  test('S8.05 a failed load is logged, said in words, and tried again by a button', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
    const double = await serveComments(page, [commentAt(1)])
    for (const failure of [503, 'no connection'] as const) {
      double.failure = failure
      await page.goto('about:blank')
      logged.length = 0
      await openComments(page)
      await expect(comments(page).getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
      expect(logged.some((text) => text.startsWith('The comments of seefunk could not be loaded'))).toBe(true)
    }
    double.failure = null
    await comments(page).getByRole('button', { name: 'Try again' }).click()
    await expect(commentWith(page, 'Comment number 1')).toBeVisible()
    await expect(comments(page).getByText('could not be loaded')).toHaveCount(0)
  })
})

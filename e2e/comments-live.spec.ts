import type { Comment } from '../contract/comments.ts'
import { COMMENT_POLL_MS } from '../contract/limits.ts'
import { commentsSection, findComment, openComments } from './comments-page.ts'
import { buildComment, buildCommentId, serveFakeComments } from './fake-comments.ts'
import { installFakeHub } from './fake-hub.ts'
import { expect, test } from './test.ts'

const away = 'Live updates are away for now; this page asks every 30 seconds.'

test('messages of the hub add, change and remove comments on the open page, and set the number of its readers, which is shown from two on', async ({
  page,
}) => {
  const hub = await installFakeHub(page)
  const double = await serveFakeComments(page, [buildComment(1), buildComment(2)])
  await openComments(page)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  const all = commentsSection(page).getByRole('article')
  await expect(all).toHaveCount(2)
  const tell = (comment: Comment, total: number) => {
    double.comments = [...double.comments.filter(({ id }) => id !== comment.id), comment]
    hub.tell('commentSaved', { comment, total })
  }
  const reply = buildComment(3, { threadId: buildCommentId(1), parentId: buildCommentId(1), content: 'A reply' })
  tell(reply, 3)
  tell(buildComment(4, { content: 'Another thread' }), 4)
  tell(reply, 4)
  hub.tell('commentSaved', { comment: buildComment(9, { pageUrl: 'bootsbau', content: 'Elsewhere' }), total: 7 })
  await expect(all).toHaveText([/Another thread/, /number 2/, /number 1/, /A reply/])
  await expect(commentsSection(page).getByRole('heading', { level: 2 })).toHaveText('4 comments')
  tell({ ...reply, content: 'A better reply', editedAt: Date.now() }, 4)
  await expect(findComment(page, 'A better reply')).toContainText('edited')
  // The live update must contain the same data as the reply of the server.
  const asked = double.asked.length
  hub.tell('commentsChanged', 'seefunk')
  await expect.poll(() => double.asked.length).toBeGreaterThan(asked)
  await expect(all).toHaveCount(4)
  hub.tell('commentRemoved', { id: buildCommentId(2), pageUrl: 'seefunk', total: 3 })
  await expect(all).toHaveText([/Another thread/, /number 1/, /A better reply/])

  hub.tell('readersChanged', { pageUrl: 'seefunk', readers: 3 })
  await expect(commentsSection(page).getByText('This page is open 3 times at the moment.')).toBeVisible()
  hub.tell('readersChanged', { pageUrl: 'seefunk', readers: 1 })
  await expect(commentsSection(page).getByText('This page is open')).toHaveCount(0)
  expect(hub.heard.filter(({ target }) => target === 'watchPage').at(-1)?.arguments).toEqual(['seefunk'])
})

test('while the hub is unreachable, the page shows one message and polls comments; when the hub is back, the message disappears', async ({
  page,
}) => {
  const hub = await installFakeHub(page)
  await page.clock.install()
  const double = await serveFakeComments(page, [buildComment(1)])
  await openComments(page)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(findComment(page, 'number 1')).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(commentsSection(page).getByText(away)).toHaveCount(0)

  await hub.vanish()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(commentsSection(page).getByRole('status').getByText(away)).toHaveCount(1, { timeout: 200 })
  }).toPass()
  double.comments.push(buildComment(2))
  await page.clock.runFor(COMMENT_POLL_MS)
  await expect(findComment(page, 'number 2')).toHaveCount(1)
  await expect(commentsSection(page).getByText(away)).toHaveCount(1)

  // This comment is posted while the hub is unreachable. The page fetches it when the hub is back.
  double.comments.push(buildComment(3))
  hub.comeBack()
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(commentsSection(page).getByText(away)).toHaveCount(0, { timeout: 200 })
  }).toPass()
  await expect(commentsSection(page).getByRole('article')).toHaveText([/number 3/, /number 2/, /number 1/])
})

test('a new comment from polling does not move the page; a message announces the comment, and a button leads to it', async ({
  page,
}) => {
  await (await installFakeHub(page)).vanish()
  await page.clock.install()
  const double = await serveFakeComments(
    page,
    Array.from({ length: 30 }, (_, i) => buildComment(i + 1)),
  )
  await openComments(page)
  const read = findComment(page, /number 10$/)
  await read.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const top = () => read.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await top()
  double.comments.push(buildComment(31, { author: 'Nora' }))
  await page.clock.runFor(30_000)
  await expect(
    commentsSection(page).getByRole('status').filter({ hasText: 'this page asks every 30 seconds' }),
  ).toBeVisible()
  await expect(findComment(page, /number 31$/)).toHaveCount(1)
  // A difference of 1 px is allowed, because browsers scroll by whole device pixels.
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
  await expect(commentsSection(page).getByRole('status').filter({ hasText: 'New comment by Nora' })).toHaveCount(1)
  await commentsSection(page).getByRole('button', { name: 'New comment' }).click()
  await expect(findComment(page, /number 31$/)).toBeFocused()
  await expect(findComment(page, /number 31$/)).toBeInViewport()
  await expect(commentsSection(page).getByRole('button', { name: 'New comment' })).toHaveCount(0)
  // The server answers 304 when the comments have not changed.
  await page.clock.runFor(30_000)
  await expect.poll(() => double.asked.at(-1)).toBe('/comments/seefunk 304')
  await expect(findComment(page, /number 31$/)).toHaveCount(1)
})

import { COMMENT_EDIT_WINDOW_MS, MINUTE_MS } from '../contract/limits.ts'
import {
  approveComment,
  commentForm,
  commentsSection,
  findComment,
  openComments,
  openCommentsAsNewReader,
  postCommentAs,
  submitComment,
} from './comments-page.ts'
import { test } from './desk-test.ts'
import { buildBearerHeader, logInBrowser, uniqueWord } from './readers.ts'
import { blockLiveConnection, expect, waitForLiveConnection } from './test.ts'

test('S6.01 S6.03 S5.03 S7.09 a first comment is hidden from others until its approval; empty and too long comments are refused; changes by others appear live', async ({
  page,
  browser,
  admin,
}) => {
  const reported = uniqueWord()
  await postCommentAs(page.request, admin, { pageUrl: 'anker', content: reported })
  const { id: me, name } = await openCommentsAsNewReader(page, '/anker')
  const field = commentForm(page).getByLabel('Your comment')
  await commentForm(page).getByRole('button', { name: 'Post comment' }).click()
  await expect(commentForm(page).getByText('There is nothing in that comment. Write something first.')).toBeVisible()
  await expect(field).toBeFocused()
  await submitComment(page, '   ')
  await expect(commentForm(page).getByText('There is nothing in that comment.')).toBeVisible()

  await field.fill('a'.repeat(5_000 - 600))
  await expect(commentForm(page).getByText('left')).toHaveCount(0)
  await field.fill('a'.repeat(5_000 - 12))
  await expect(commentForm(page).getByText('12 characters left')).toBeVisible()
  await field.fill('a'.repeat(5_000 + 1))
  await expect(commentForm(page).getByText('1 character too many')).toBeVisible()
  await field.press('Control+Enter')
  await expect(commentForm(page).getByText('That comment is too long. Use at most 5,000 characters.')).toBeVisible()

  await field.fill('**strong** <b>typed</b>\n\n- one\n\n[words](https://example.org/a)')
  await commentForm(page).getByRole('tab', { name: 'Write' }).focus()
  await page.keyboard.press('ArrowRight')
  const preview = commentForm(page).getByRole('tabpanel', { name: 'Preview' })
  await expect(commentForm(page).getByRole('tab', { name: 'Preview' })).toBeFocused()
  await expect(preview.locator('strong')).toHaveText('strong')
  await expect(preview).toContainText('<b>typed</b>')
  await expect(preview.getByRole('listitem')).toHaveText('one')
  const link = preview.getByRole('link', { name: 'words' })
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(link).toHaveAttribute('href', 'https://example.org/a')
  await expect(preview).toContainText('(example.org)')
  await page.keyboard.press('ArrowLeft')
  await expect(field).toBeVisible()

  const word = uniqueWord()
  const posted = page.waitForResponse('/comments')
  await submitComment(page, `It **works**, ${word}`)
  const response = await posted
  expect(response.request().postDataJSON()).toMatchObject({
    pageUrl: 'anker',
    author: name,
    profilePicture: null,
    content: `It **works**, ${word}`,
  })
  const { id, authorId } = await response.json()
  expect(authorId).toBe(me)
  const comment = findComment(page, word)
  await expect(comment).toContainText('Waits for approval. Only you see it.')
  await expect(comment).toContainText(name)
  await expect(comment.locator('strong')).toHaveText('works')
  await expect(commentForm(page).getByText('Thank you. Your comment waits for approval.')).toBeVisible()
  await expect(field).toHaveValue('')

  const foreign = findComment(page, reported)
  await foreign.getByRole('button', { name: 'Report' }).click()
  await foreign.getByLabel(/What is wrong with it/).fill('Not true')
  const sent = page.waitForRequest(/\/report$/)
  await foreign.getByRole('button', { name: 'Report it' }).click()
  expect((await sent).postDataJSON()).toEqual({ reason: 'Not true' })
  await expect(foreign.getByText('Reported. Thank you; it will be looked at.')).toBeVisible()
  await expect(foreign.getByRole('button', { name: 'Report' })).toHaveCount(0)

  await page.reload()
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(comment).toContainText('Only you see it.')
  const other = await browser.newPage()
  await openComments(other, '/anker')
  await expect(commentForm(other).getByText('Please log in to post a comment.')).toBeVisible()
  await expect(findComment(other, reported)).toHaveCount(1)
  await expect(findComment(other, word)).toHaveCount(0)

  await waitForLiveConnection(other)
  const arriving = uniqueWord()
  const arrived = await postCommentAs(page.request, admin, { pageUrl: 'anker', content: arriving })
  await expect(findComment(other, arriving)).toHaveCount(1)
  await expect(other.getByRole('status').filter({ hasText: `New comment by ${admin.name}` })).toHaveCount(1)
  const headers = buildBearerHeader(admin)
  await page.request.patch(`/comments/${arrived.id}`, { data: { content: `${arriving} changed` }, headers })
  await expect(findComment(other, `${arriving} changed`)).toHaveCount(1)
  await page.request.delete(`/comments/${arrived.id}`, { headers })
  await expect(findComment(other, arriving)).toHaveCount(0)
  await other.close()

  await approveComment(page.request, admin, id)
  await page.reload()
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(comment).toBeVisible()
  await expect(comment).not.toContainText('Only you see it.')
})

test('a reader writes, previews, posts, replies and deletes by keyboard; Escape cancels a deletion, and a deleted comment leaves a focused placeholder', async ({
  page,
  admin,
}) => {
  const [first, second, third, spare] = [uniqueWord(), uniqueWord(), uniqueWord(), uniqueWord()]
  const { id: spareId } = await postCommentAs(page.request, admin, { pageUrl: 'echolot', content: spare })
  await logInBrowser(page, admin)
  await openComments(page, '/echolot')
  await waitForLiveConnection(page)
  await commentsSection(page).getByRole('link', { name: 'Follow by feed' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`First line ${first}`)
  await page.keyboard.press('Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Control+Enter')
  const comment = findComment(page, first)
  await expect(comment.locator('br')).toHaveCount(1)
  await comment.getByRole('button', { name: 'Reply' }).focus()
  await page.keyboard.press('Enter')
  const reply = commentsSection(page).getByLabel(/^Your reply to Ada/)
  await expect(reply).toBeFocused()
  await page.keyboard.type(second)
  await page.keyboard.press('Control+Enter')
  // While the reply form is open, the text of the reply can be on the page twice, because the hub may announce the
  // comment before the response arrives.
  await expect(reply).toHaveCount(0)
  await expect(findComment(page, second)).toBeVisible()
  await expect(comment.getByRole('button', { name: 'Reply' })).toBeFocused()

  await findComment(page, second).getByRole('button', { name: 'Reply' }).click()
  await reply.fill(third)
  await commentsSection(page).getByRole('button', { name: 'Post reply' }).click()
  await expect(reply).toHaveCount(0)
  const last = findComment(page, third)
  await expect(last).toContainText(`to ${admin.name}`)
  await expect(commentsSection(page).locator('li', { hasText: first }).getByRole('article')).toHaveText([
    new RegExp(first),
    new RegExp(second),
    new RegExp(third),
  ])

  const id = (await last.getAttribute('id'))?.replace('comment-', '')
  await last.getByRole('button', { name: 'Delete' }).click()
  await expect(last.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(last.getByRole('button', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await last.getByRole('button', { name: 'Delete it' }).click()
  const place = page.locator(`#comment-${id}`)
  await expect(place).toHaveText('This comment was deleted.')
  await expect(place).toBeFocused()

  const sparePlace = page.locator(`#comment-${spareId}`)
  await page.route(`/comments/${spareId}`, async (route) => {
    const response = await route.fetch()
    await expect(sparePlace).toHaveCount(0)
    await route.fulfill({ response })
  })
  await findComment(page, spare).getByRole('button', { name: 'Delete' }).click()
  await findComment(page, spare).getByRole('button', { name: 'Delete it' }).click()
  await expect(sparePlace).toHaveText('This comment was deleted.')
  await expect(sparePlace).toBeFocused()

  await page.reload()
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(comment).toBeVisible()
  await expect(place).toHaveCount(0)
  await expect(sparePlace).toHaveCount(0)
})

test('an author can edit a comment for ten minutes; then the edit button disappears', async ({ page, admin }) => {
  const word = uniqueWord()
  const { createdAt } = await postCommentAs(page.request, admin, { pageUrl: 'kompass', content: `Before ${word}` })
  await blockLiveConnection(page)
  await page.clock.install({ time: createdAt + MINUTE_MS })
  await logInBrowser(page, admin)
  await openComments(page, '/kompass')
  const comment = findComment(page, word)
  await comment.getByRole('button', { name: 'Edit' }).click()
  const field = comment.getByLabel('Your comment')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(`Before ${word}`)
  await field.fill(`After ${word}`)
  await comment.getByRole('button', { name: 'Save changes' }).click()
  await expect(comment).toContainText(`After ${word}`)
  await expect(comment).toContainText('edited')
  const edit = comment.getByRole('button', { name: 'Edit' })
  await expect(edit).toBeFocused()
  await page.clock.runFor(COMMENT_EDIT_WINDOW_MS - 2 * MINUTE_MS)
  await expect(edit).toBeVisible()
  await page.clock.runFor(MINUTE_MS)
  await expect(edit).toHaveCount(0)
  await expect(comment.getByRole('button', { name: 'Delete' })).toBeVisible()
})

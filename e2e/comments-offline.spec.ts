import { commentForm, commentsSection, findComment, openCommentsAsNewReader, submitComment } from './comments-page.ts'
import { offlineConsolePattern } from './offline-page.ts'
import { createReader, uniqueWord } from './readers.ts'
import { expect, test } from './test.ts'

test.use({ expectMessages: offlineConsolePattern })

const waits = 'Will be posted when you are connected again.'

test('a comment posted offline is sent exactly once when the connection is back; before that, its author can edit or delete it; a refused comment shows the reason', async ({
  page,
  context,
}) => {
  const reader = await openCommentsAsNewReader(page, '/anker')
  const word = uniqueWord()
  let sent = 0
  // The request reaches the server, but its response is lost.
  await context.route('/comments', async (route) => {
    if (route.request().method() === 'POST' && sent++ === 0) {
      await route.fetch()
      return route.abort()
    }
    return route.fallback()
  })
  await submitComment(page, word)
  const waiting = commentsSection(page).getByRole('article', { name: 'Waiting comment' })
  await expect(waiting).toContainText(word)
  await expect(waiting).toContainText(waits)
  await expect(commentForm(page).getByLabel('Your comment')).toHaveValue('')
  const other = await context.newPage()
  await Promise.all([other.goto('/anker#comments'), page.reload()])
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(findComment(page, word)).toHaveCount(1)
  await expect(waiting).toHaveCount(0)
  await expect(findComment(other, word)).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('waitingComments'))).toBeNull()
  await other.close()
  await context.unroute('/comments')

  const [one, two, three] = [uniqueWord(), uniqueWord(), uniqueWord()]
  const posted: string[] = []
  // Only finished requests are counted, because a request that the reconnection cuts off is repeated.
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/comments')) posted.push(request.postDataJSON().content)
  })
  await context.setOffline(true)
  for (const word of [one, two, three]) {
    await submitComment(page, word)
    await expect(findComment(page, word)).toContainText(waits)
  }
  await findComment(page, two).getByRole('button', { name: 'Delete' }).click()
  await expect(findComment(page, two)).toHaveCount(0)
  await findComment(page, one).getByRole('button', { name: 'Edit' }).click()
  const list = commentsSection(page).getByRole('list', { name: 'Waiting comments' })
  await list.getByRole('textbox').fill(`${one} changed`)
  await list.getByRole('button', { name: 'Save changes' }).click()
  await expect(findComment(page, `${one} changed`)).toContainText(waits)
  posted.length = 0
  await context.setOffline(false)
  await expect(list).toHaveCount(0)
  await expect(findComment(page, `${one} changed`)).toHaveCount(1)
  await expect(findComment(page, three)).toHaveCount(1)
  expect(posted).toEqual([`${one} changed`, three])

  const refused = uniqueWord()
  await context.setOffline(true)
  await submitComment(page, refused)
  await expect(findComment(page, refused)).toContainText(waits)
  const stranger = await createReader(context.request)
  await page.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('refreshToken', refreshToken)
  }, stranger)
  let posts = 0
  await page.route('/comments', (route) => {
    posts++
    return route.fulfill({ status: 404, json: { code: 'not_found', message: 'The comment is gone.' } })
  })
  await context.setOffline(false)
  await page.reload()
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(commentForm(page).getByLabel('Your comment')).toBeVisible()
  await expect(findComment(page, refused)).toHaveCount(0)
  expect(posts).toBe(0)

  await page.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('refreshToken', refreshToken)
  }, reader)
  await page.reload()
  await commentsSection(page).scrollIntoViewIfNeeded()
  await expect(findComment(page, refused)).toContainText('This could not be posted. The comment is gone.')
  await expect(findComment(page, refused).getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(posts).toBe(1)
})

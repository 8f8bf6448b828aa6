import {
  commentForm,
  commentsSection,
  findComment,
  openComments,
  openCommentsAsNewReader,
  submitComment,
} from './comments-page.ts'
import { installFakeHub } from './fake-hub.ts'
import { PASSWORD, uniqueWord } from './readers.ts'
import { blockLiveConnection, expect, test } from './test.ts'

test.describe('a draft of a comment', () => {
  test.use({ expectMessages: /status of (401|503)/ })

  test('S8.05 a draft of a comment survives a failed post, an expired login, a reload and a logout, and is removed after posting', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'info' && logged.push(message.text()))
    // Without the hub, only the request that posts the comment can discover that the login has expired.
    await blockLiveConnection(page)
    const reader = await openCommentsAsNewReader(page, '/anker')
    const field = commentForm(page).getByLabel('Your comment')
    const word = uniqueWord()
    await page.route('/comments', (route) =>
      route.fulfill({ status: 503, json: { code: 'busy', message: 'Too busy.' } }),
    )
    await submitComment(page, word)
    await expect(commentForm(page).getByText('Too busy.')).toBeVisible()
    await expect(field).toHaveValue(word)
    expect(logged.some((text) => text.startsWith('The comment could not be sent'))).toBe(true)
    await page.unroute('/comments')

    const keepTokens = (tokens: { accessToken: string; refreshToken: string }) =>
      page.evaluate(({ accessToken, refreshToken }) => {
        localStorage.setItem('accessToken', accessToken)
        localStorage.setItem('refreshToken', refreshToken)
      }, tokens)
    await keepTokens({ accessToken: 'over', refreshToken: 'over' })
    await commentForm(page).getByRole('button', { name: 'Post comment' }).click()
    await expect(commentForm(page).getByText('Please log in to post a comment.')).toBeVisible()
    await expect(commentForm(page).getByText('What you have written is kept')).toBeVisible()
    await keepTokens(reader)
    await openComments(page, '/anker')
    await expect(field).toHaveValue(word)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await commentsSection(page).scrollIntoViewIfNeeded()
    await expect(
      commentForm(page).getByText('What you have written is kept in this browser until you do.'),
    ).toBeVisible()
    await commentForm(page).getByRole('link', { name: 'log in' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(reader.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/anker#comments')
    await expect(field).toHaveValue(word)
    await commentForm(page).getByRole('button', { name: 'Post comment' }).click()
    await expect(findComment(page, word)).toHaveCount(1)
    await page.reload()
    await commentsSection(page).scrollIntoViewIfNeeded()
    await expect(field).toHaveValue('')
  })
})

test.describe('posting a comment', () => {
  test.use({ expectMessages: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })

  test('a comment is posted only once when the response to the post is lost; each page and each reply form keeps its own draft', async ({
    page,
  }) => {
    await openCommentsAsNewReader(page, '/boje')
    const word = uniqueWord()
    // The request reaches the server, but its response is lost.
    await page.route('/comments', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submitComment(page, word)
    const waiting = commentsSection(page).getByRole('list', { name: 'Waiting comments' })
    await expect(waiting).toContainText('Will be posted when you are connected again.')
    await waiting.getByRole('button', { name: 'Edit' }).click()
    await waiting.getByRole('textbox').fill(`${word} and more`)
    await page.unroute('/comments')
    await waiting.getByRole('button', { name: 'Save changes' }).click()
    await expect(waiting).toHaveCount(0)
    await expect(findComment(page, word)).toHaveCount(1)
    await expect(findComment(page, `${word} and more`)).toHaveCount(1)

    // Only visible comments have replies, so the faked list shows the waiting comment as approved.
    await page.route(/\/comments\/boje(\?|$)/, async (route) => {
      const response = await route.fetch()
      const list: object[] = await response.json()
      await route.fulfill({ response, json: list.map((comment) => ({ ...comment, state: 'visible' })) })
    })
    await openComments(page, '/boje')
    await expect(findComment(page, word)).toHaveCount(1)
    await findComment(page, word).getByRole('button', { name: 'Reply' }).click()
    await findComment(page, word)
      .getByLabel(/^Your reply/)
      .fill('A reply')
    await commentForm(page).getByLabel('Your comment').fill('Another thread')
    await openComments(page, '/lotse')
    await expect(commentForm(page).getByLabel('Your comment')).toHaveValue('')
    await openComments(page, '/boje')
    await expect(commentForm(page).getByLabel('Your comment')).toHaveValue('Another thread')
    await expect(findComment(page, word).getByLabel(/^Your reply/)).toHaveValue('A reply')
  })
})

test('S4.07 the banner about a new version waits while the reader writes a comment', async ({ page }) => {
  await installFakeHub(page)
  let version = 'one'
  await page.route('/api/version', (route) => route.fulfill({ json: { version } }))
  await page.clock.install()
  await openCommentsAsNewReader(page, '/anker')
  const field = commentForm(page).getByLabel('Your comment')
  await field.fill('Half a sentence')
  version = 'two'
  const asked = page.waitForResponse('/api/version')
  await page.clock.runFor(30_000)
  await asked
  const banner = page.getByText('A new version of the site is available, please refresh.')
  await expect(field).toHaveValue('Half a sentence')
  await expect(banner).toHaveCount(0)
  await field.fill('')
  await expect(banner).toBeVisible()
})

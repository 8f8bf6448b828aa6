import { findLiveComment, postLiveComment, scrollToComments } from './live-test.ts'
import { buildBearerHeader, createAdmin, logInBrowser, openAnotherBrowser, uniqueWord } from './readers.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

// These tests use two browsers on a site with SQLite. The reader in `page` is anonymous.

test('a comment that is posted, changed and deleted in one browser appears once, changes and disappears in the other', async ({
  page,
  browser,
}) => {
  const desk = await openAnotherBrowser(browser)
  const { request } = desk
  const ada = await createAdmin(request)
  await logInBrowser(desk, ada)
  for (const one of [page, desk]) {
    await openPage(one, '/ueber-mich')
    await waitForLiveConnection(one)
    await scrollToComments(one)
  }

  const word = uniqueWord()
  await desk.getByRole('textbox', { name: 'Your comment' }).fill(`First ${word}`)
  await desk.getByRole('button', { name: 'Post comment' }).click()
  for (const one of [desk, page]) await expect(findLiveComment(one, word)).toHaveText([`First ${word}`])

  const [{ id }] = await (await request.get('/comments/ueber-mich')).json()
  const headers = buildBearerHeader(ada)
  await request.patch(`/comments/${id}`, { headers, data: { content: `Second ${word}` } })
  for (const one of [page, desk]) await expect(findLiveComment(one, word)).toHaveText([`Second ${word}`])

  await request.delete(`/comments/${id}`, { headers })
  for (const one of [page, desk]) await expect(findLiveComment(one, word)).toHaveCount(0)
  await desk.context().close()
})

test('a reader sees comments that were posted during the navigation to their page, but no comments of other pages', async ({
  page,
  request,
}) => {
  const ada = await createAdmin(request)
  await openPage(page, '/ueber-mich')
  await waitForLiveConnection(page)
  const [before, elsewhere, after] = [uniqueWord(), uniqueWord(), uniqueWord()]
  await postLiveComment(request, ada, { pageUrl: 'home', content: before })
  await page.locator('.site-header').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await scrollToComments(page)
  await postLiveComment(request, ada, { pageUrl: 'echolot', content: elsewhere })
  await postLiveComment(request, ada, { pageUrl: 'home', content: after })
  for (const word of [before, after]) await expect(findLiveComment(page, word)).toHaveCount(1)
  await expect(findLiveComment(page, elsewhere)).toHaveCount(0)
})

test('a page shows the number of its readers when there are several', async ({ page, browser }) => {
  const path = '/bootsbau'
  const words = (count: number) => page.getByText(`${count} people are reading this page.`)
  await openPage(page, path)
  await waitForLiveConnection(page)
  await scrollToComments(page)
  await expect(page.getByText('people are reading')).toHaveCount(0)
  const second = await openAnotherBrowser(browser)
  const third = await second.context().newPage()
  await openPage(second, path)
  await expect(words(2)).toBeVisible()
  await openPage(third, path)
  await expect(words(3)).toBeVisible()
  await third.close()
  await expect(words(2)).toBeVisible()
  await openPage(second, '/ueber-mich')
  await expect(page.getByText('people are reading')).toHaveCount(0)
  await second.context().close()
})

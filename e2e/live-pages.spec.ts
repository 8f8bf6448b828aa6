import { commentOf, post, toComments } from './live-test.ts'
import { anotherBrowser, bearer, createAdmin, logIn, uniqueWord } from './readers.ts'
import { expect, live, open, test } from './test.ts'

// Two browsers side by side, on SQLite: `page` is that of a stranger who reads.

test('a comment that is posted in one browser appears in the other, once; its change and its end do, too', async ({
  page,
  browser,
}) => {
  const desk = await anotherBrowser(browser)
  const { request } = desk
  const ada = await createAdmin(request)
  await logIn(desk, ada)
  for (const one of [page, desk]) {
    await open(one, '/ueber-mich')
    await live(one)
    await toComments(one)
  }

  const word = uniqueWord()
  await desk.getByRole('textbox', { name: 'Your comment' }).fill(`First ${word}`)
  await desk.getByRole('button', { name: 'Post comment' }).click()
  for (const one of [desk, page]) await expect(commentOf(one, word)).toHaveText([`First ${word}`])

  const [{ id }] = await (await request.get('/comments/ueber-mich')).json()
  const headers = bearer(ada)
  await request.patch(`/comments/${id}`, { headers, data: { content: `Second ${word}` } })
  for (const one of [page, desk]) await expect(commentOf(one, word)).toHaveText([`Second ${word}`])

  await request.delete(`/comments/${id}`, { headers })
  for (const one of [page, desk]) await expect(commentOf(one, word)).toHaveCount(0)
  await desk.context().close()
})

test('what is said while a reader goes from page to page is there when they arrive, and a comment on another page is not', async ({
  page,
  request,
}) => {
  const ada = await createAdmin(request)
  await open(page, '/ueber-mich')
  await live(page)
  const [before, elsewhere, after] = [uniqueWord(), uniqueWord(), uniqueWord()]
  await post(request, ada, { pageUrl: 'home', content: before })
  await page.locator('.site-header').getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await toComments(page)
  await post(request, ada, { pageUrl: 'echolot', content: elsewhere })
  await post(request, ada, { pageUrl: 'home', content: after })
  for (const word of [before, after]) await expect(commentOf(page, word)).toHaveCount(1)
  await expect(commentOf(page, elsewhere)).toHaveCount(0)
})

test('a page says how many are reading it, when it is more than one', async ({ page, browser }) => {
  const path = '/bootsbau'
  const words = (count: number) => page.getByText(`${count} people are reading this page.`)
  await open(page, path)
  await live(page)
  await toComments(page)
  await expect(page.getByText('people are reading')).toHaveCount(0)
  const second = await anotherBrowser(browser)
  const third = await second.context().newPage()
  await open(second, path)
  await expect(words(2)).toBeVisible()
  await open(third, path)
  await expect(words(3)).toBeVisible()
  await third.close()
  await expect(words(2)).toBeVisible()
  await open(second, '/ueber-mich')
  await expect(page.getByText('people are reading')).toHaveCount(0)
  await second.context().close()
})

import { type PostgresServer, startPostgres } from '@hobohat/hub/testing'
import { locateCommentMarkup, postCommentAtOrigin, postNotice, scrollToComments } from './live-test.ts'
import { buildBearerHeader, createAdmin, createPageInNewContext, type Reader, uniqueWord } from './readers.ts'
import { createUnstartedSite, type OwnSite } from './services/own-site.ts'
import { ports } from './services/ports.ts'
import { expect, openPage, test, waitForLiveConnection } from './test.ts'

// Two server processes share one Postgres. One browser is connected to each process.
test.describe.configure({ mode: 'default' })
const [first, second] = ports.processes
test.use({
  baseURL: `http://127.0.0.1:${first}`,
  expectMessages: /Failed to load resource|WebSocket connection to/,
})

let postgres: PostgresServer
let one: OwnSite
let two: OwnSite
let ada: Reader

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000)
  postgres = await startPostgres()
  // Both processes are one site with two origins, so the tokens of one are valid at the other.
  const ORIGINS = [first, second].map((port) => `http://127.0.0.1:${port}`).join()
  one = createUnstartedSite(first, { DATABASE_URL: postgres.url, ORIGINS })
  two = createUnstartedSite(second, { DATABASE_URL: postgres.url, ORIGINS })
  await one.start()
  await two.start()
  const request = await playwright.request.newContext({ baseURL: one.origin })
  ada = await createAdmin(request)
  await request.dispose()
})
test.afterAll(async () => {
  await one?.remove()
  await two?.remove()
  await postgres?.stop()
})

test('a comment that is posted, changed and deleted at one server process appears once, changes and disappears at the other', async ({
  page,
  request,
  browser,
}) => {
  const far = await createPageInNewContext(browser, { baseURL: two.origin })
  for (const at of [page, far]) {
    await openPage(at, '/ueber-mich')
    await waitForLiveConnection(at)
    await scrollToComments(at)
  }
  for (const at of [page, far]) await expect(at.getByText('This page is open 2 times at the moment.')).toBeVisible()

  const word = uniqueWord()
  const { id } = await postCommentAtOrigin(request, ada, { content: `First ${word}` })
  for (const at of [page, far]) await expect(locateCommentMarkup(at, word)).toHaveText([`First ${word}`])
  const headers = buildBearerHeader(ada)
  await request.patch(`${two.origin}/comments/${id}`, { headers, data: { content: `Second ${word}` } })
  for (const at of [page, far]) await expect(locateCommentMarkup(at, word)).toHaveText([`Second ${word}`])
  await request.delete(`/comments/${id}`, { headers })
  for (const at of [page, far]) await expect(locateCommentMarkup(at, word)).toHaveCount(0)
  await far.context().close()
  await expect(page.getByText('This page is open')).toHaveCount(0)
})

test('S2.52 a notice posted at one server process appears on the pages of both processes without a poll', async ({
  page,
  request,
  browser,
}) => {
  const far = await createPageInNewContext(browser, { baseURL: two.origin })
  for (const at of [page, far]) {
    await openPage(at, '/ueber-mich')
    await waitForLiveConnection(at)
  }
  const word = uniqueWord()
  await postNotice(request, ada, `Notice ${word}`)
  for (const at of [page, far]) {
    await expect(at.getByRole('region', { name: 'Notices' }).getByText(word)).toHaveCount(1)
  }
  await far.context().close()
})

test('after its restart, a killed server process has every comment, and exchanges comments with the other process again', async ({
  page,
  request,
  browser,
}) => {
  const far = await createPageInNewContext(browser, { baseURL: two.origin })
  for (const at of [page, far]) {
    await openPage(at, '/bootsbau')
    await waitForLiveConnection(at)
    await scrollToComments(at)
  }
  await two.kill()
  const meanwhile = uniqueWord()
  await postCommentAtOrigin(request, ada, { pageUrl: 'bootsbau', content: meanwhile })
  await expect(locateCommentMarkup(page, meanwhile)).toHaveCount(1)
  await two.start()
  await far.evaluate(() => window.dispatchEvent(new Event('online')))
  await waitForLiveConnection(far)
  await expect(locateCommentMarkup(far, meanwhile)).toHaveCount(1)
  const after = uniqueWord()
  await postCommentAtOrigin(request, ada, { origin: two.origin, pageUrl: 'bootsbau', content: after })
  for (const at of [page, far]) {
    for (const word of [meanwhile, after]) await expect(locateCommentMarkup(at, word)).toHaveCount(1)
  }
  await far.context().close()
})

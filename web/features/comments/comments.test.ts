import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openComments } from '../../testing/open-comments.ts'

const logged = vi.fn<typeof console.info>()
beforeEach(() => {
  logged.mockClear()
  vi.spyOn(console, 'info').mockImplementation(logged)
})
afterEach(() => vi.unstubAllGlobals())

const none = () => Response.json([])

test('S2.40 S7.09 when the route changes, the comments of the new page are fetched by its path without the first slash; on Home, by “home”', async () => {
  const { page, asked } = await openComments(none)
  await page.until(() => expect(asked()).toEqual(['/comments/ueber-mich']))
  await page.goTo('/bootsbau')
  await page.until(() => expect(asked()).toEqual(['/comments/ueber-mich', '/comments/bootsbau']))
  await page.goTo('/')
  await page.until(() => expect(asked().at(-1)).toBe('/comments/home'))
})

test.each([
  ['fail with an error status', () => new Response('', { status: 503 })],
  ['get no response', () => Promise.reject(new TypeError('Failed to fetch'))],
])('S8.05 when calls for comments %s, the error is logged and shown with a button to try again', async (_, fails) => {
  const { page, server } = await openComments(fails)
  await page.until(() =>
    expect(page.find('[role=alert]', 'could not be').textContent).toContain('The comments could not be loaded.'),
  )
  expect(logged.mock.calls.map(([text]) => text)).toContain('The comments of ueber-mich could not be loaded (S8.05)')
  server.answer = none
  await page.click('Try again')
  await page.until(() => expect(page.text()).toContain('Nobody has written anything here yet.'))
  expect(page.text()).not.toContain('could not be loaded')
})

test('S7.09 the call that posts a comment contains the page, the text, and the author’s name and picture', async () => {
  const { page, write } = await openComments(({ init }) =>
    init.method === 'POST' ? new Response('', { status: 500 }) : none(),
  )
  await write('Good run')
  const post = page.calls.find(({ init }) => init.method === 'POST')
  expect(post).toMatchObject({ path: '/comments', bearer: 'access 1' })
  expect(post?.body).toMatchObject({
    pageUrl: 'ueber-mich',
    author: 'Nora',
    profilePicture: '/pictures/1',
    content: 'Good run',
  })
})

test('S8.05 when a comment cannot be posted, the error is logged and the text stays', async () => {
  const { page, write } = await openComments(({ init }) =>
    init.method === 'POST' ? new Response('', { status: 500 }) : none(),
  )
  await write('Good run')
  expect(logged.mock.calls.map(([text]) => text)).toContain('The comment could not be sent (S8.05)')
  expect(page.find('.form-problem').textContent).not.toBe('')
  expect(page.find('textarea')).toMatchObject({ value: 'Good run' })
})

test.each(['', '  \n '])('S5.03 the empty comment %j is not sent', async (text) => {
  const { page, write } = await openComments(none)
  await write(text)
  expect(page.text()).toContain('There is nothing in that comment.')
  expect(page.calls.filter(({ init }) => init.method === 'POST')).toEqual([])
})

test('a comment that was posted offline is sent again every 10 seconds until it succeeds', async () => {
  let fails = true
  const { page, write } = await openComments(({ init }) => {
    if (init.method === 'GET') return none()
    return fails ? Promise.reject(new TypeError('Failed to fetch')) : Response.json({}, { status: 201 })
  })
  const payload = btoa(JSON.stringify({ sub: '1' }))
  page.stored.set('accessToken', `header.${payload}.signature`)
  const posts = () => page.calls.filter(({ init }) => init.method === 'POST').length
  vi.useFakeTimers()
  await write('Good run')
  await page.wait(9_999)
  expect(posts()).toBe(1)
  await page.wait(1)
  expect(posts()).toBe(2)
  fails = false
  await page.wait(10_000)
  expect(posts()).toBe(3)
  expect(page.stored.get('waitingComments')).toBeUndefined()
  await page.wait(60_000)
  expect(posts()).toBe(3)
})

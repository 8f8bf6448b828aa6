import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { mockHub } from '../../testing/mock-hub.ts'
import { openComments } from '../../testing/open-comments.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns an id in the format of the server. A greater number gives the id of a newer comment. */
const idAt = (number: number) => `01990000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const createdAt = new Date('2026-03-04T15:06:00Z').getTime()

/** Builds a comment by another reader, by default in its own thread. */
const commentAt = (number: number, more: Partial<Comment> = {}): Comment => ({
  id: idAt(number),
  pageUrl: 'ueber-mich',
  author: `Reader ${number}`,
  authorId: idAt(1_000 + number),
  profilePicture: null,
  byAdmin: false,
  content: `Comment number ${number}`,
  createdAt,
  editedAt: null,
  threadId: idAt(number),
  parentId: null,
  state: 'visible',
  ...more,
})

/** Shows the page with these comments to a visitor. @param all in the server's order */
async function read(...all: Comment[]) {
  const headers = { etag: '"1"', 'x-total-count': String(all.length) }
  const { page } = await openComments(
    ({ path }) => Response.json(path.startsWith('/comments/') ? all : [], { headers }),
    null,
  )
  await page.until(() => expect(page.findAll('article')).toHaveLength(all.length))
  const articles = page.findAll('article')
  return { page, articles, texts: articles.map(({ textContent }) => textContent) }
}

test('S3.04 a comment shows its text, its date, the exact time as a title, and the name and picture or initials of its author', async () => {
  const { page, articles, texts } = await read(
    commentAt(2, { author: 'Ada Author', byAdmin: true, profilePicture: '/og/home.png' }),
    commentAt(1, { author: 'Nora Kvist', content: 'Works on a **Pi** too.', editedAt: createdAt + 1 }),
  )
  expect(page.find('h2').textContent).toBe('2 comments')
  expect(texts[0]).toContain('Ada AuthorAuthor')
  expect(articles[0]?.querySelector('img')?.getAttribute('src')).toBe('/og/home.png')
  expect(texts[1]).toMatch(/^NKNora Kvist4 Mar 2026editedWorks on a Pi too\./)
  expect(articles[1]?.querySelector('strong')?.textContent).toBe('Pi')
  const time = articles[1]?.querySelector('time') as Element
  await page.fire(time, 'pointerover')
  expect(time.getAttribute('title')).toMatch(/Wednesday.* 4 March 2026.*\d\d:06/)
  expect(articles[1]?.querySelector('a')?.getAttribute('href')).toBe(`#comment-${idAt(1)}`)
})

test('replies are below their comment, the oldest first; a reply to another reply names the author of that reply', async () => {
  const thread = { threadId: idAt(1), parentId: idAt(1) }
  const { page, texts } = await read(
    commentAt(4, { author: 'Four' }),
    commentAt(1, { author: 'One' }),
    commentAt(2, { author: 'Two', ...thread }),
    commentAt(3, { author: 'Three', ...thread, parentId: idAt(2) }),
  )
  expect(texts).toEqual([
    expect.stringMatching(/^FFour/),
    expect.stringMatching(/^OOne/),
    expect.stringMatching(/^TTwo(?!.*to )/),
    expect.stringMatching(/^TThreeto Two/),
  ])
  const [list] = page.findAll('[aria-label]').filter((one) => one.getAttribute('aria-label') === 'Replies to One')
  expect(list?.querySelectorAll('article')).toHaveLength(2)
})

test('each comment that arrives changes the announcement for screen readers, also when the same reader writes again', async () => {
  const { hub, startLiveConnection } = mockHub()
  const { page } = await read(commentAt(1))
  await startLiveConnection()
  await vi.waitFor(() => expect(hub.publish).toBeDefined(), { timeout: 5_000 })
  const announcements = []
  for (const number of [2, 3]) {
    await act(async () =>
      hub.publish('commentSaved', { comment: commentAt(number, { author: 'Otto' }), total: number }),
    )
    await page.until(() => expect(page.findAll('article')).toHaveLength(number))
    announcements.push(page.find('.comment-arrivals [role=status]').textContent)
  }
  expect(announcements).toEqual(['New comment by Otto', 'New comment by Otto, 2 since you opened the page'])
})

test('a deleted comment with replies leaves a placeholder above them', async () => {
  const { texts } = await read(
    commentAt(1, { state: 'gone', author: '', authorId: null, content: '' }),
    commentAt(2, { threadId: idAt(1), parentId: idAt(1), content: 'Still here' }),
  )
  expect(texts[0]).toBe('This comment was deleted.')
  expect(texts[1]).toContain('Still here')
})

test('S2.41 S6.01 a visitor reads the comments, is asked to log in, and cannot write or reply', async () => {
  const { page, texts } = await read(commentAt(1))
  expect(texts[0]).toContain('Comment number 1')
  expect(page.find('.comments-write').textContent).toContain('Please log in to post a comment.')
  expect(page.findAll('textarea')).toEqual([])
  expect(page.findAll('button').map(({ textContent }) => textContent)).not.toContain('Reply')
})

test('S2.40 the comments of a page are removed when the route changes to another page', async () => {
  const { page } = await openComments(({ path }) => {
    const all = path === '/comments/ueber-mich' ? [commentAt(1), commentAt(2)] : []
    return Response.json(all, { headers: { etag: '"1"', 'x-total-count': String(all.length) } })
  }, null)
  await page.until(() => expect(page.find('h2').textContent).toBe('2 comments'))
  await page.goTo('/bootsbau')
  await page.until(() => expect(page.text()).toContain('Nobody has written anything here yet.'))
  expect(page.findAll('article')).toHaveLength(0)
  expect(page.find('h2').textContent).toBe('Comments')
  expect(page.find('a', 'Follow by feed').getAttribute('href')).toBe('/comments/bootsbau/feed.xml')
})

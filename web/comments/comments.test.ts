import { act, type ComponentType, createElement } from 'react'
import { useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { PageSummary } from '../kit/page.ts'
import type { Call } from '../testing/browser.ts'
import { fakePage } from '../testing/render.ts'

const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
afterEach(() => {
  logged.mockClear()
  vi.unstubAllGlobals()
})

let CommentsPlace: ComponentType<{ page: PageSummary }>

/** The comments of the page that the route leads to. */
function PlaceOfRoute() {
  const { pathname } = useLocation()
  const page = { path: pathname, title: '', description: '', subject: 'about', file: '' } as const
  return createElement(CommentsPlace, { key: pathname, page })
}

/** The comments below /ueber-mich, read by a reader, with a server that answers what the test says. */
async function comments(answer: (call: Call) => Response) {
  const server = { answer }
  const page = fakePage((call) => server.answer(call))
  page.stored.set('accessToken', 'access 1')
  vi.stubGlobal('performance', { now: () => 0 })
  class Observer {
    #meet: (entries: { isIntersecting: boolean }[]) => void
    constructor(meet: (entries: { isIntersecting: boolean }[]) => void) {
      this.#meet = meet
    }
    observe = () => this.#meet([{ isIntersecting: true }])
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const { useSession } = await import('../kit/session.ts')
  const user = { id: '1', user: 'Nora', email: '', profilePicture: '/pictures/1', roles: [] }
  useSession.setState({ user, userReady: true, isAuthenticated: true })
  await import('./comments.tsx')
  ;({ CommentsPlace } = await import('./comments-place.tsx'))
  await page.show(createElement(PlaceOfRoute), '/ueber-mich')
  const asked = () => page.calls.filter(({ init }) => !init.method).map(({ path }) => path)
  const write = async (text: string) => {
    await page.until(() => page.find('textarea'))
    const area = page.find('textarea')
    await act(async () => {
      Object.assign(area, { value: text })
      area.dispatchEvent({ type: 'input' }, { currentTarget: area })
    })
    await page.send('.comment-form', {})
  }
  return { page, server, asked, write }
}

const none = () => Response.json([])

test('S2.40 S7.09 comments are those of the route path without its slash, and reload when the route changes', async () => {
  const { page, asked } = await comments(none)
  await page.until(() => expect(asked()).toEqual(['/comments/ueber-mich']))
  await page.goTo('/bootsbau')
  await page.until(() => expect(asked()).toEqual(['/comments/ueber-mich', '/comments/bootsbau']))
})

test('S8.05 comments that cannot be loaded are logged, and the page says so', async () => {
  const { page, server } = await comments(() => new Response('', { status: 500 }))
  await page.until(() => expect(page.text()).toContain('The comments could not be loaded.'))
  expect(logged.mock.calls.map(([text]) => text)).toContain('The comments of ueber-mich could not be loaded (S8.05)')
  server.answer = none
  await page.click('Try again')
  await page.until(() => expect(page.text()).toContain('Nobody has written anything here yet.'))
})

test('S7.09 a comment is posted with its page, its author, their picture and its content', async () => {
  const { page, write } = await comments(({ init }) => (init.method ? new Response('', { status: 500 }) : none()))
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

test('S8.05 a comment that cannot be posted is logged, and what was typed stays', async () => {
  const { page, write } = await comments(({ init }) => (init.method ? new Response('', { status: 500 }) : none()))
  await write('Good run')
  expect(logged.mock.calls.map(([text]) => text)).toContain('The comment could not be sent (S8.05)')
  expect(page.find('.form-problem').textContent).not.toBe('')
  expect(page.find('textarea')).toMatchObject({ value: 'Good run' })
})

test.each(['', '  \n '])('S5.03 a comment of %j is not sent', async (text) => {
  const { page, write } = await comments(none)
  await write(text)
  expect(page.text()).toContain('There is nothing in that comment.')
  expect(page.calls.filter(({ init }) => init.method === 'POST')).toEqual([])
})

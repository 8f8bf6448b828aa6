import { type ComponentType, createElement } from 'react'
import { useLocation } from 'react-router'
import { vi } from 'vitest'
import type { AuthUser } from '#contract/accounts.ts'
import type { PageSummary } from '../kit/page.ts'
import type { RecordedCall } from './browser.ts'
import { installFakePage } from './render.ts'

let LazyComments: ComponentType<{ page: PageSummary }>

/** Renders the comments of the page at the current route. */
function CommentsOfRoute() {
  const { pathname } = useLocation()
  const page = { path: pathname, title: '', description: '', subject: 'about', file: '' } as const
  return createElement(LazyComments, { page })
}

type Answer = (call: RecordedCall) => Response | Promise<Response>
const nora: AuthUser = { id: '1', user: 'Nora', email: '', profilePicture: '/pictures/1', roles: [] }

const isListPath = (path: string) => path.startsWith('/comments/')

/** Opens the comments of /ueber-mich as a reader or a visitor. A test can replace `server.answer`. */
export async function openComments(answer: Answer, user: AuthUser | null = nora) {
  const server = { answer }
  const page = installFakePage((call) => server.answer(call))
  if (user) page.stored.set('accessToken', 'access 1')
  // Not a stub of the global: with fake timers, that would keep the fake object after the test.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  class Observer {
    #meet: (entries: { target: Element; isIntersecting: boolean }[]) => void
    constructor(meet: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
      this.#meet = meet
    }
    observe = (target: Element) => this.#meet([{ target, isIntersecting: true }])
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const { useSession } = await import('../api/session.ts')
  useSession.setState({ user, userReady: true, isAuthenticated: user !== null })
  await import('../features/comments/comments.tsx')
  ;({ LazyComments } = await import('../features/comments/lazy-comments.tsx'))
  await page.show(createElement(CommentsOfRoute), '/ueber-mich')
  const asked = () => page.calls.map(({ path, init }) => (init.method === 'GET' ? path : '')).filter(isListPath)
  const write = async (text: string) => {
    await page.until(() => page.find('textarea'))
    const area = page.find('textarea')
    await page.typeInto(area, text)
    await page.send('.comment-form', {})
  }
  return { page, server, asked, write }
}

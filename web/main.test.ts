import type { ReactElement } from 'react'

import { afterEach, expect, test, vi } from 'vitest'
import { BrowserRouter } from './kit/browser-router.tsx'

type RouterElement = ReactElement<{ children: ReactElement<{ onMount: () => void; onReady: () => void }> }>

const order = vi.hoisted(() => [] as string[])
const App = vi.hoisted(() => () => null)
const hydrateRoot = vi.hoisted(() => vi.fn<(root: unknown, router: RouterElement, handlers: object) => void>())

vi.mock('react-dom/client', () => ({ hydrateRoot, createRoot: vi.fn() }))
vi.mock('./app.tsx', () => ({ App }))
vi.mock('./page-loader.tsx', () => ({ loadPage: async () => order.push('page'), findPageAt: () => undefined }))
vi.mock('./api/session.ts', () => ({ restoreSessionIntoStore: () => order.push('session') }))
vi.mock('./api/query-tokens.ts', () => ({ takeProviderLoginTokensFromUrl: () => order.push('tokens') && null }))

afterEach(() => vi.unstubAllGlobals())

test('S7.14 start-up mounts the application with router and error handlers, then fetches the profile', async () => {
  const root = { firstElementChild: {} }
  vi.stubGlobal('window', { location: { pathname: '/ueber-mich' } })
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    getElementById: (id: string) => (id === 'root' ? root : null),
  })
  hydrateRoot.mockImplementation(() => order.push('mount'))
  const { hydrate } = await import('./main.tsx')
  const onReady = vi.fn()
  await hydrate(onReady)
  expect(order).toEqual(['tokens', 'page', 'mount'])

  const [place, router, handlers = {}] = hydrateRoot.mock.calls[0] ?? []
  expect(place).toBe(root)
  expect(router?.type).toBe(BrowserRouter)
  expect(Object.keys(handlers)).toEqual(['onUncaughtError', 'onRecoverableError'])
  const app = router?.props.children
  expect(app?.type).toBe(App)
  expect(app?.props.onReady).toBe(onReady)

  // The profile is fetched once the application has mounted.
  app?.props.onMount()
  expect(order.at(-1)).toBe('session')
})

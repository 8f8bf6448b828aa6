import type { ReactElement } from 'react'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type RouterElement = ReactElement<{ children: ReactElement<{ onMount: () => void; onReady: () => void }> }>

const order = vi.hoisted(() => [] as string[])
const root = { firstElementChild: {} }
const loadPage = vi.hoisted(() => vi.fn<() => Promise<void>>())
const takeTokens = vi.hoisted(() => vi.fn<() => object | null>())
const restoreSessionIntoStore = vi.hoisted(() => vi.fn<(tokens: object | null) => void>())
const App = vi.hoisted(() => () => null)
const hydrateRoot = vi.hoisted(() => vi.fn<(root: unknown, router: RouterElement, handlers: object) => void>())

vi.mock('react-dom/client', () => ({ hydrateRoot, createRoot: vi.fn() }))
vi.mock('./app.tsx', () => ({ App }))
vi.mock('./page-loader.tsx', () => ({ loadPage, findPageOrNotFoundPage: () => undefined }))
vi.mock('./api/session.ts', () => ({ restoreSessionIntoStore }))
vi.mock('./api/query-tokens.ts', () => ({ takeProviderLoginTokensFromUrl: takeTokens }))

beforeEach(() => {
  vi.resetModules()
  order.length = 0
  loadPage.mockImplementation(async () => void order.push('page'))
  takeTokens.mockImplementation(() => {
    order.push('tokens')
    return null
  })
  restoreSessionIntoStore.mockImplementation(() => void order.push('session'))
  hydrateRoot.mockReset()
  vi.stubGlobal('window', { location: { pathname: '/ueber-mich' } })
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    getElementById: (id: string) => (id === 'root' ? root : null),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('S7.14 start-up mounts the application with router and error handlers, then fetches the profile', async () => {
  hydrateRoot.mockImplementation(() => order.push('mount'))
  const { hydrate } = await import('./main.tsx')
  const onReady = vi.fn()
  await hydrate(onReady)
  expect(order).toEqual(['tokens', 'page', 'mount'])

  const [place, router, handlers = {}] = hydrateRoot.mock.calls[0] ?? []
  expect(place).toBe(root)
  expect(router?.type).toBe((await import('./kit/browser-router.tsx')).BrowserRouter)
  expect(Object.keys(handlers)).toEqual(['onUncaughtError', 'onRecoverableError'])
  const app = router?.props.children
  expect(app?.type).toBe(App)
  expect(app?.props.onReady).toBe(onReady)

  // The profile is fetched once the application has mounted.
  app?.props.onMount()
  expect(order.at(-1)).toBe('session')
})

test('S2.31 when the first attempt to load the page fails, the next attempt still has the tokens of the query', async () => {
  const tokens = { accessToken: 'access 1', refreshToken: 'refresh 1' }
  takeTokens.mockReturnValueOnce(tokens).mockReturnValue(null)
  loadPage.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { hydrate } = await import('./main.tsx')
  await expect(hydrate(() => {})).rejects.toThrow('Failed to fetch')
  await hydrate(() => {})
  hydrateRoot.mock.calls[0]?.[1].props.children.props.onMount()
  expect(restoreSessionIntoStore).toHaveBeenCalledWith(tokens)
})

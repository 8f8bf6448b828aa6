import { environmentManager } from '@tanstack/react-query'
import { act, createElement, type ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { type Call, fakeBrowser } from './browser.ts'
import { SmallDocument, SmallElement } from './small-dom.ts'

/** What a form holds, as a browser reads it. */
class SmallFormData extends Map<string, string> {
  constructor(form: SmallElement) {
    super()
    for (const field of form.querySelectorAll('[name]') as (SmallElement & { value?: string; checked?: boolean })[]) {
      const name = field.getAttribute('name') ?? ''
      if (field.getAttribute('type') !== 'checkbox') this.set(name, field.value ?? '')
      else if (field.checked) this.set(name, 'on')
    }
  }
}

/** Globals that a page still needs when it is taken away. */
const needed = [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'fetch',
  'Element',
  'HTMLElement',
] as const

/** Where the page is, and how to go elsewhere. */
const route = { address: '', goTo: (_path: string): void | Promise<void> => {} }

function Route() {
  const { pathname, search, hash } = useLocation()
  route.address = pathname + search + hash
  route.goTo = useNavigate()
  return null
}

/**
 * A browser with one page, for parts of the site whose effects and timers are tested. Comes before any import of what is
 * tested: React looks for the document when it is loaded.
 * @param answer the server
 * @param navigator what this browser can do beside
 */
export function fakePage(answer: (call: Call) => Response | Promise<Response>, navigator: object = {}) {
  const browser = fakeBrowser(answer)
  vi.stubGlobal('navigator', { ...globalThis.navigator, userAgent: '', onLine: true, ...navigator })
  const document = new SmallDocument()
  const selection = { selectAllChildren: vi.fn<(element: unknown) => void>() }
  Object.assign(browser.window, { document, HTMLIFrameElement: class {}, getSelection: () => selection })
  document.defaultView = browser.window
  document.head.appendChild(document.createElement('title'))
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', browser.window.location)
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('Element', SmallElement)
  vi.stubGlobal('HTMLElement', SmallElement)
  vi.stubGlobal('FormData', SmallFormData)
  vi.stubGlobal('getSelection', () => selection)
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.resetModules()
  // Another test of the process may have loaded the library where there was no window.
  environmentManager.setIsServer(() => false)

  /**
   * Shows an element at an address of the site. When the test ends, the element is taken away, so that its timers do not
   * run in the next test of the process.
   * @returns a function that takes the element away earlier
   */
  async function show(element: ReactNode, address = '/'): Promise<() => Promise<void>> {
    const { createRoot } = await import('react-dom/client')
    const { QueryProvider } = await import('../kit/query-client.tsx')
    const root = createRoot(document.body as unknown as Element)
    const shown = createElement(QueryProvider, null, element)
    await act(async () =>
      root.render(createElement(MemoryRouter, { initialEntries: [address] }, shown, createElement(Route))),
    )
    const leave = () => act(async () => root.unmount())
    const browserOfPage = needed.map((name) => [name, globalThis[name]] as const)
    onTestFinished(async () => {
      // The hooks of the test have removed the globals.
      for (const [name, value] of browserOfPage) vi.stubGlobal(name, value)
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
      await leave()
      vi.unstubAllGlobals()
    })
    return leave
  }

  /** The only element of a selector whose text has these words. */
  function find(selectors: string, words = ''): SmallElement {
    const found = document.querySelectorAll(selectors).filter(({ textContent }) => textContent.includes(words))
    if (found.length !== 1 || !found[0])
      throw new Error(`${found.length} of ${selectors} with “${words}” in: ${document.body.textContent}`)
    return found[0]
  }

  return {
    ...browser,
    document,
    selection,
    show,
    find,
    text: () => document.body.textContent,
    title: () => document.querySelector('title')?.textContent,
    address: () => route.address,
    goTo: (path: string) => act(async () => route.goTo(path)),
    click: (words: string, details: object = { button: 0 }) =>
      act(async () => void find('button,a', words).dispatchEvent({ type: 'click' }, details)),
    /** Types into the fields of the first form of a selector, by their names, and sends it. */
    send: (selectors: string, values: Record<string, string>) =>
      act(async () => {
        const [form] = document.querySelectorAll(selectors)
        for (const [name, value] of Object.entries(values))
          form?.querySelectorAll(`[name=${name}]`).map((field) => Object.assign(field, { value }))
        form?.dispatchEvent({ type: 'submit' })
      }),
    /** Waits for what is shown only once something has been loaded. */
    until: (isShown: () => void) =>
      vi.waitFor(async () => {
        await act(async () => {})
        isShown()
      }),
    /** Lets time pass on the clock that the test has faked. */
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    dispatch: (type: string) => act(async () => void document.dispatchEvent({ type })),
  }
}

import { environmentManager } from '@tanstack/react-query'
import { Window } from 'happy-dom'
import elements from 'happy-dom/lib/config/HTMLElementConfig.js'
import { act, createElement, type ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { installFakeBrowser, type RecordedCall } from './browser.ts'

// happy-dom does not know the HTML element `search` yet. The element behaves like a section.
Object.assign(elements, { search: elements.section })

/** Globals that a page still needs while it is unmounted. */
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

/** The current path and the router's navigate function. */
const route = { address: '', goTo: (_path: string): void | Promise<void> => {} }

function Route() {
  const { pathname, search, hash } = useLocation()
  route.address = pathname + search + hash
  route.goTo = useNavigate()
  return null
}

interface NavigationProps extends Pick<typeof import('../kit/go.ts'), 'createNavigation' | 'NavigationContext'> {
  /** Loads the code and text of a page. */
  load?: () => Promise<void>
  children?: ReactNode
}

/** Provides the navigation of the application. Its parts come from the copy of kit/go.ts that the page has loaded. */
export function NavigationProvider({
  createNavigation,
  NavigationContext,
  load = async () => {},
  children,
}: NavigationProps): ReactNode {
  const value = createNavigation(load, useNavigate(), () => {})
  return createElement(NavigationContext, { value }, children)
}

const kinds: Record<string, 'MouseEvent' | 'KeyboardEvent' | 'PointerEvent'> = {
  click: 'MouseEvent',
  keydown: 'KeyboardEvent',
  pointerover: 'PointerEvent',
}

/** Sends an event as the browser does. @returns false when a listener prevented its default */
export function dispatchEvent(target: EventTarget, type: string, details: object = {}): boolean {
  const { defaultView } = ((target as Node).ownerDocument ?? target) as unknown as { defaultView: Window }
  const event = new defaultView[kinds[type] ?? 'Event'](type, { bubbles: true, cancelable: true, ...details })
  return target.dispatchEvent(event as unknown as Event)
}

/** Sets the value of a field as typing does, so that React notices the change. */
export function setFieldValue(field: Element, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
}

/**
 * Installs a fake browser with one page, for components with effects and timers. It must be created before the tested
 * modules are imported, because React looks for the document when it is loaded.
 * @param answer responds to calls
 * @param navigator further properties of the browser's navigator
 */
export function installFakePage(answer: (call: RecordedCall) => Response | Promise<Response>, navigator: object = {}) {
  const browser = installFakeBrowser(answer)
  vi.stubGlobal('navigator', { ...globalThis.navigator, userAgent: '', onLine: true, ...navigator })
  const page = new Window({
    url: 'https://nebelhorn.example/',
    settings: { navigation: { disableMainFrameNavigation: true } },
  })
  const document = page.document as unknown as Document
  const selection = { selectAllChildren: vi.fn<(element: unknown) => void>() }
  const {
    CSS,
    DOMParser,
    Element,
    Event,
    FormData,
    HTMLDetailsElement,
    HTMLElement,
    HTMLIFrameElement,
    PointerEvent,
    ResizeObserver,
  } = page
  Object.assign(browser.window, { document, HTMLIFrameElement, getSelection: () => selection })
  document.head.append(document.createElement('title'))
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', browser.window.location)
  const globals = {
    CSS,
    DOMParser,
    Element,
    Event,
    FormData,
    HTMLDetailsElement,
    HTMLElement,
    PointerEvent,
    ResizeObserver,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.stubGlobal('getSelection', () => selection)
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.resetModules()
  // An earlier test in the same process may have loaded TanStack Query without a window.
  environmentManager.setIsServer(() => false)

  /** Wraps an element in the providers that it needs at a path of the site. */
  async function createApp(element: ReactNode, address: string) {
    const { QueryProvider } = await import('../api/query-client.tsx')
    const navigation = await import('../kit/go.ts')
    const shown = createElement(NavigationProvider, { ...navigation }, createElement(QueryProvider, null, element))
    return createElement(MemoryRouter, { initialEntries: [address] }, shown, createElement(Route))
  }

  /** Shows the HTML of an element at a path of the site, as the server renders it. `show` then hydrates it. */
  async function serve(element: ReactNode, address = '/'): Promise<void> {
    const { renderToString } = await import('react-dom/server')
    document.body.innerHTML = renderToString(await createApp(element, address))
  }

  /**
   * Shows an element at a path of the site. When the test ends, the element is removed, so that its timers do not run
   * in the next test of the process.
   * @returns a function that removes the element earlier
   */
  async function show(element: ReactNode, address = '/'): Promise<() => Promise<void>> {
    const { createRoot, hydrateRoot } = await import('react-dom/client')
    ;(await import('../kit/press.ts')).trackPresses()
    ;(await import('../device/input-method.ts')).hideInputMethodKeys()
    const app = await createApp(element, address)
    const isServed = document.body.firstElementChild !== null
    const root = await act(async () => (isServed ? hydrateRoot(document.body, app) : createRoot(document.body)))
    if (!isServed) await act(async () => root.render(app))
    const leave = () => act(async () => root.unmount())
    const browserOfPage = needed.map((name) => [name, globalThis[name]] as const)
    onTestFinished(async () => {
      // The cleanup of the test has already removed the globals, so they are set again.
      for (const [name, value] of browserOfPage) vi.stubGlobal(name, value)
      vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
      await leave()
      vi.unstubAllGlobals()
    })
    return leave
  }

  const findAll = <E extends HTMLElement>(selectors: string, within: ParentNode = document): E[] => [
    ...within.querySelectorAll<E>(selectors),
  ]

  /** Returns the only element that matches a selector and whose text contains the words. */
  function find(selectors: string, words = ''): HTMLElement {
    const found = findAll(selectors).filter(({ textContent }) => textContent.includes(words))
    if (found.length !== 1 || !found[0])
      throw new Error(`${found.length} of ${selectors} with “${words}” in: ${document.body.textContent}`)
    return found[0]
  }

  return {
    ...browser,
    document,
    selection,
    serve,
    show,
    find,
    findAll,
    text: () => document.body.textContent,
    title: () => document.querySelector('title')?.textContent,
    address: () => route.address,
    goTo: (path: string) => act(async () => route.goTo(path)),
    click: (words: string, details: MouseEventInit = {}) =>
      act(async () => void dispatchEvent(find('button,a', words), 'click', details)),
    /** Fills in the fields of the first form that matches a selector, by their names, and submits the form. */
    send: (selectors: string, values: Record<string, string>) =>
      act(async () => {
        const [form] = findAll(selectors)
        for (const [name, value] of Object.entries(values))
          for (const field of form ? findAll(`[name=${name}]`, form) : []) setFieldValue(field, value)
        if (form) dispatchEvent(form, 'submit')
      }),
    /** Waits until an assertion passes, for content that loads asynchronously. */
    until: (isShown: () => void) =>
      vi.waitFor(async () => {
        await act(async () => {})
        isShown()
      }),
    /** Advances the fake timers. */
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    dispatch: (type: string) => act(async () => void dispatchEvent(document, type)),
    /** Sends an event to an element. */
    fire: (element: Element | null | undefined, type: string, details?: object) =>
      act(async () => void (element && dispatchEvent(element, type, details))),
    typeInto: (field: Element, value: string) =>
      act(async () => {
        setFieldValue(field, value)
        dispatchEvent(field, 'input')
      }),
    setHidden: (isHidden: boolean) =>
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true }),
  }
}

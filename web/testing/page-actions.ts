import { act, type ReactNode } from 'react'
import { expect } from 'vitest'
import type { RecordedCall } from './browser.ts'
import { dispatchEvent, installFakePage, setFieldValue } from './render.ts'

type Page = ReturnType<typeof installFakePage>
const parts = 'section,article,form,dialog,fieldset'
type Field = HTMLElement & Pick<HTMLInputElement, 'value' | 'checked' | 'disabled'> & Pick<HTMLSelectElement, 'options'>

/**
 * Returns actions on a fake page, which find fields by their labels, and buttons and sections by their accessible
 * names.
 */
export function createPageActions({ document, ...page }: Page) {
  const byId = (id: string) => document.getElementById(id)
  const textOf = (ids: string | null) => ids?.split(' ').map((id) => byId(id)?.textContent ?? '') ?? []

  /** Returns the accessible name of an element. A section has a name only when it is labelled. */
  function nameOf(element: HTMLElement): string {
    const labelled = textOf(element.getAttribute('aria-labelledby')).join(' ').trim()
    const legend = element.tagName === 'FIELDSET' ? element.querySelector('legend') : null
    const words = legend ?? (parts.split(',').includes(element.tagName.toLowerCase()) ? null : element)
    return element.getAttribute('aria-label') ?? (labelled || (words?.textContent ?? ''))
  }

  /**
   * Returns the elements that match a selector and have exactly this name. When no element has exactly this name,
   * returns the elements whose names contain it.
   */
  function all(selectors: string, name: string, within: ParentNode = document) {
    const found = page.findAll(selectors, within).filter((element) => nameOf(element).includes(name))
    const exact = found.filter((element) => nameOf(element).trim() === name)
    return exact.length > 0 ? exact : found
  }

  function one(selectors: string, name: string, within?: HTMLElement): HTMLElement {
    const [first, ...others] = all(selectors, name, within)
    if (!first || others.length > 0)
      throw new Error(`${others.length + (first ? 1 : 0)} of ${selectors} named “${name}” in: ${page.text()}`)
    return first
  }

  const button = (name: string, within?: HTMLElement) => one('button', name, within)
  /** Returns a named section of the page. */
  const part = (name: string) => one(parts, name)

  /** Returns the field with a label. */
  function field(label: string, within?: HTMLElement): Field {
    const [labelled] = all('input,textarea,select', label, within).filter((input) => input.hasAttribute('aria-label'))
    if (labelled) return labelled as Field
    const element = one('label', label, within)
    const id = element.getAttribute('for')
    const found = id ? byId(id) : element.querySelector<HTMLElement>('input,textarea,select')
    if (!found) throw new Error(`“${label}” labels nothing in: ${page.text()}`)
    return found as Field
  }

  /** Clicks a button or a link. A submit button submits its form. */
  const press = (name: string, within?: HTMLElement) =>
    act(async () => void dispatchEvent(one('button,a', name, within), 'click', { detail: 1 }))

  return {
    all,
    button,
    field,
    part,
    press,
    /** Returns the description of a field. */
    about: (label: string, within?: HTMLElement) =>
      textOf(field(label, within).getAttribute('aria-describedby')).join(' '),
    type: (label: string, value: string, within?: HTMLElement) =>
      act(async () => {
        const typedIn = field(label, within)
        setFieldValue(typedIn, value)
        dispatchEvent(typedIn, typedIn.tagName === 'SELECT' ? 'change' : 'input')
      }),
    /** Clicks a checkbox or radio button. */
    check: (label: string, within?: HTMLElement) => act(async () => field(label, within).click()),
    key: (key: string, target: Element | null = document.activeElement) =>
      act(async () => void dispatchEvent(target ?? document.body, 'keydown', { key })),
  }
}

/**
 * Opens a screen at a path as a logged-in user, and waits until it has loaded.
 * @param answer responds to calls
 * @param load imports and returns the screen
 */
export async function openScreen(
  answer: (call: RecordedCall) => Response | Promise<Response>,
  load: () => Promise<ReactNode>,
  address: string,
) {
  const page = installFakePage(answer)
  page.stored.set('accessToken', 'access 1')
  const leave = await page.show(await load(), address)
  await page.until(() => expect(page.text()).not.toContain('Loading'))
  return {
    page,
    leave,
    ...createPageActions(page),
    /** Returns the text of each element that matches a selector. */
    texts: (selectors: string) => page.findAll(selectors).map(({ textContent }) => textContent),
    /** Waits until the page contains a text. */
    says: (words: string) => page.until(() => expect(page.text()).toContain(words)),
    /** Returns the paths and bodies of all calls with an HTTP method. */
    sent: (method: string): { path: string; [name: string]: unknown }[] =>
      page.calls.filter(({ init }) => init.method === method).map(({ path, body }) => ({ ...body, path })),
  }
}

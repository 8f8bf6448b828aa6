import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { select, selectAll } from 'hast-util-select'
import { toText } from 'hast-util-to-text'
import type { PageSummary } from '../web/kit/page.ts'
import { listSitePages, renderPage } from '../web/prerender.tsx'
import { compilePageFileInMemory } from './articles/compile-text.ts'

const pages = await listSitePages()

/** A page as the build writes it for browsers without scripts. Tests use it. */
export class PrerenderedTestPage {
  readonly page: PageSummary
  readonly #tree: Root

  private constructor(page: PageSummary, html: string) {
    this.page = page
    this.#tree = fromHtml(html, { fragment: true })
  }

  /** Renders a page. @throws when no page has this path */
  static async at(path: string): Promise<PrerenderedTestPage> {
    const page = pages.find((page) => page.path === path)
    if (!page) throw new Error(`There is no page at ${path}`)
    const text = page.private || page.file === '' ? undefined : await compilePageFileInMemory(page.file)
    return new PrerenderedTestPage(page, await renderPage(page, text))
  }

  /** Returns the elements that match a CSS selector. */
  all(selector: string): Element[] {
    return selectAll(selector, this.#tree)
  }

  /** Returns the text of each matching element, without heading links. */
  texts(selector: string): string[] {
    return this.all(selector).map((element) => toText(element).replace(/#$/, '').trim())
  }

  /** Returns an attribute of each matching element. */
  values(selector: string, attribute: string): string[] {
    return this.all(selector).map(({ properties }) => String(properties[attribute] ?? ''))
  }

  /** The author's text with collapsed whitespace; empty for a page without text. */
  get prose(): string {
    const prose = select('.prose', this.#tree)
    return prose ? toText(prose).replace(/\s+/g, ' ') : ''
  }
}

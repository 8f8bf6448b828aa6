import type { Element, Nodes, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { select } from 'hast-util-select'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { visit } from 'unist-util-visit'
import { site } from '#site'

/** A section of a page with its heading. */
export interface PageSection {
  /** Empty for the start of the page. */
  id: string
  heading: string
  text: string
}

/**
 * Returns whether an element is a control of the page and not a part of the author's text. Also returns true for code
 * that a script loads, because the HTML holds only “Loading…” in place of the code.
 */
const isFurniture = (node: Element) =>
  node.tagName === 'button' ||
  node.tagName === 'nav' ||
  node.tagName === 'svg' ||
  classes(node).some((name) => name === 'heading-link' || name === 'needs-scripts')

const classes = (node: Element): string[] =>
  Array.isArray(node.properties.className) ? node.properties.className.map(String) : []

/** Returns the text of a rendered page: the article, or all of Home. */
function wordsOf(html: string): Element | Root {
  const tree = fromHtml(html, { fragment: true })
  const words = select('.prose', tree) ?? select('main', tree)
  if (!words) return tree
  visit(words, 'element', (node, index, parent) => {
    if (!parent || index === undefined || !isFurniture(node)) return
    parent.children.splice(index, 1)
    return index
  })
  return words
}

/**
 * Splits the text of a page by its headings, for the search. The first section is the start of the page, which may have
 * no text. In an article, the text below a heading without an id belongs to the section above, because no URL leads to
 * the heading. Home has such headings above the descriptions of its pages. The search leaves out the sections below
 * these headings.
 */
export function splitIntoSections(html: string): PageSection[] {
  const words = wordsOf(html)
  const isArticle = words.type === 'element' && classes(words).includes('prose')
  const sections: PageSection[] = [{ id: '', heading: '', text: '' }]
  const walk = (node: Nodes) => {
    if (node.type === 'element' && /^h[1-3]$/.test(node.tagName) && (node.properties.id || !isArticle)) {
      sections.push({ id: String(node.properties.id ?? ''), heading: toText(node).trim(), text: '' })
    } else if (node.type === 'element' && !['section', 'div', 'main'].includes(node.tagName)) {
      const section = sections.at(-1)
      if (section) section.text = `${section.text} ${toText(node)}`.replace(/\s+/g, ' ').trim()
    } else if ('children' in node) node.children.forEach(walk)
  }
  walk(words)
  return sections.filter(({ heading, text }, at) => at === 0 || heading || text)
}

/** Renders a page for feed readers: the same HTML with absolute URLs. @param pagePath the path of the page */
export function renderFeedHtml(html: string, pagePath: string): string {
  const words = wordsOf(html)
  visit(words, 'element', (node) => {
    for (const key of ['href', 'src', 'poster']) {
      const value = node.properties[key]
      if (typeof value === 'string') node.properties[key] = URL.parse(value, site.origin + pagePath)?.href ?? value
    }
    if (typeof node.properties.srcSet === 'string') delete node.properties.srcSet
  })
  // The feed library writes the HTML into a section of CDATA, and masks only the first `]]>` in it.
  return toHtml('children' in words ? words.children : words).replaceAll(']]>', ']]&gt;')
}

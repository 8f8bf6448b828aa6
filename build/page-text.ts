import type { Element, Nodes, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { select } from 'hast-util-select'
import { toHtml } from 'hast-util-to-html'
import { toText } from 'hast-util-to-text'
import { visit } from 'unist-util-visit'
import { site } from '#site'

/** A part of a page under one of its headings. */
export interface PageSection {
  /** Empty for the beginning of the page. */
  id: string
  heading: string
  text: string
}

/** Parts that are not the author's words: buttons, links to headings. */
const isFurniture = (node: Element) =>
  node.tagName === 'button' ||
  node.tagName === 'nav' ||
  node.tagName === 'svg' ||
  classes(node).includes('heading-link')

const classes = (node: Element): string[] =>
  Array.isArray(node.properties.className) ? node.properties.className.map(String) : []

/** The words of a rendered page: the prose of an article, or all of Home. */
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

/** Splits what a reader reads on a page by its headings, for the search. */
export function splitIntoSections(html: string): PageSection[] {
  const sections: PageSection[] = [{ id: '', heading: '', text: '' }]
  const walk = (node: Nodes) => {
    if (node.type === 'element' && /^h[1-3]$/.test(node.tagName)) {
      sections.push({ id: String(node.properties.id ?? ''), heading: toText(node).trim(), text: '' })
    } else if (node.type === 'element' && !['section', 'div', 'main'].includes(node.tagName)) {
      const section = sections.at(-1)
      if (section) section.text = `${section.text} ${toText(node)}`.replace(/\s+/g, ' ').trim()
    } else if ('children' in node) node.children.forEach(walk)
  }
  walk(wordsOf(html))
  return sections.filter((section) => section.heading || section.text)
}

/** A page as a feed reader shows it: the same HTML with whole addresses. */
export function renderFeedHtml(html: string): string {
  const words = wordsOf(html)
  visit(words, 'element', (node) => {
    for (const key of ['href', 'src']) {
      const value = node.properties[key]
      if (typeof value === 'string' && value.startsWith('/')) node.properties[key] = site.origin + value
    }
    if (typeof node.properties.srcSet === 'string') delete node.properties.srcSet
  })
  return toHtml('children' in words ? words.children : words)
}

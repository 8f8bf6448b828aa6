import { escapeHtml } from '#contract/escape-html.ts'
import type { HeadElement } from './head.ts'

/** Renders the elements of a head as HTML. Elements with `data-head` are replaced by a navigation (head.ts). */
export const renderHead = (elements: readonly HeadElement[]): string => elements.map(renderElement).join('\n')

function renderElement({ tag, attributes = {}, text }: HeadElement): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  const open = `<${tag}${all.join('')} data-head>`
  if (tag === 'script') return `${open}${text}</script>`
  return text === undefined ? open : `${open}${escapeHtml(text)}</${tag}>`
}

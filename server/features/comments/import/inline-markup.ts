import type { ElementContent } from 'hast'
import { isAllowedLinkTarget } from '#contract/markup-links.ts'

/** Raw text: the browser shows none of it. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'title', 'textarea'])

const marks: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*' }

/** A part of a line. `mark` stands on both sides of it, if it can; if not, `plain` stands there, which has no marks. */
interface Piece {
  text: string
  mark: string
  plain: string
}

/** How the source writes. */
export interface Writing {
  /** Whether a line break in the source is one that the reader sees, as in WordPress; in HTML it is a blank. */
  keepsLines: boolean
}

/** What stands in a line of HTML, in the site's Markdown; a line break is `\n`, and two of them begin a paragraph. */
export function inlineMarkup(nodes: readonly ElementContent[], writing: Writing): string {
  return join(piecesOf(nodes, writing, []))
}

/** The words of a part of a page without any markup. */
export function plainText(nodes: readonly ElementContent[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.value : isElement(node) ? textOf(node) : '')).join('')
}

/** Whether nothing of it is ever shown. */
export const isUnseen = (tag: string): boolean => unseen.has(tag)

type Element = Extract<ElementContent, { type: 'element' }>
const isElement = (node: ElementContent): node is Element => node.type === 'element'
const textOf = ({ tagName, children }: Element) =>
  tagName === 'br' ? '\n' : unseen.has(tagName) ? '' : plainText(children)

/**
 * @param within the marks and links that the nodes stand in already
 * @param pieces gets what is found, so that nothing is copied once for each element around it
 */
function piecesOf(
  nodes: readonly ElementContent[],
  writing: Writing,
  within: readonly string[],
  pieces: Piece[] = [],
): Piece[] {
  for (const node of nodes) {
    if (node.type === 'text') pieces.push(piece(escapeText(blanks(node.value, writing), within)))
    if (!isElement(node) || unseen.has(node.tagName)) continue
    const { tagName, children, properties } = node
    const mark = tagName === 'a' ? 'a' : marks[tagName]
    if (tagName === 'br') pieces.push(piece('\n'))
    else if (tagName === 'code' || tagName === 'kbd' || tagName === 'tt')
      pieces.push(piece(codeSpan(plainText(children))))
    else if (mark === undefined || within.includes(mark)) piecesOf(children, writing, within, pieces)
    else {
      const inner = piecesOf(children, writing, [...within, mark])
      const found = mark === 'a' ? link(String(properties.href ?? ''), plainText(children), inner) : marked(inner, mark)
      for (const part of found) pieces.push(part)
    }
  }
  return pieces
}

const piece = (text: string): Piece => ({ text, mark: '', plain: text })

const blanks = (text: string, { keepsLines }: Writing) =>
  keepsLines ? text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n') : text.replace(/\s+/g, ' ')

/** Blanks at the ends go outside of the marks, which would be none otherwise; nor do marks go over a paragraph's end. */
function marked(inner: readonly Piece[], mark: string): Piece[] {
  const [before, text, after] = betweenBlanks(join(inner))
  const plain = join(inner.map((part) => piece(part.plain)))
  if (text === '' || /\n\s*\n/.test(text)) return [piece(plain)]
  return [piece(before), { text, mark, plain: plain.trim() }, piece(after)]
}

function betweenBlanks(text: string): [before: string, inner: string, after: string] {
  const [start, end] = [text.length - text.trimStart().length, text.trimEnd().length]
  return end <= start ? [text, '', ''] : [text.slice(0, start), text.slice(start, end), text.slice(end)]
}

/** Marks that Markdown would not take for such, because of what stands beside them, are left out. */
function join(pieces: readonly Piece[]): string {
  const parts = pieces.filter(({ text }) => text !== '')
  let line = ''
  for (const [i, { text, mark, plain }] of parts.entries()) {
    // Two spans of code would be one.
    if (line.endsWith('`') && text.startsWith('`')) line += ' '
    // What follows marks that stand has none.
    line += mark !== '' && canStand(line.at(-1), text, parts[i + 1]?.plain[0]) ? mark + text + mark : plain
  }
  return line
}

const isBlank = (char: string | undefined) => char === undefined || /\s/.test(char)
const isPunctuation = (char: string) => /[\p{P}\p{S}]/u.test(char)

/** Whether marks around the text open and close (CommonMark 0.31, 6.2); two marks side by side would be one of another kind. */
function canStand(before: string | undefined, text: string, after: string | undefined): boolean {
  const [first = '', last = ''] = [text[0], text.at(-1)]
  if (before === '*') return false
  const opens = !isPunctuation(first) || isBlank(before) || isPunctuation(before ?? '')
  const closes = !isPunctuation(last) || isBlank(after) || isPunctuation(after ?? '')
  return opens && closes
}

/** Code, in more backticks than it has in a row. */
function codeSpan(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text === '') return ' '
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/** A link to where the site lets comments link to; of any other, and of one without words, what can be shown is left. */
function link(href: string, words: string, inner: readonly Piece[]): readonly Piece[] {
  const address = linkable(href)
  if (address === null) return inner
  const shown = words.trim()
  // Disqus shortens the words of a long address.
  const isAddress =
    shown === '' || shown === href || (/^https?:/.test(shown) && href.startsWith(shown.replace(/(\.\.\.|…)$/, '')))
  if (isAddress) return [piece(`<${address}>`)]
  const [before, text, after] = betweenBlanks(join(inner).replace(/\n\s*/g, ' '))
  return [piece(before), piece(`[${text}](${inBrackets(address)})`), piece(after)]
}

/** The address in the form that a comment may have, or null. */
function linkable(href: string): string | null {
  const address = URL.parse(href.trim())?.href ?? ''
  return isAllowedLinkTarget(address) ? address : null
}

const special = /[\\`*_[\]<]/g
const bareAddress = /(?<![a-z])(?:https?:\/\/|www\.)[^\s<>]*/gi
/** At the end of an address they belong to the sentence. */
const trailing = new Set('!"\'()*,.:;<>?_~`[]\\')

/** Text that reads in Markdown as what it is; addresses stay links. */
function escapeText(text: string, within: readonly string[]): string {
  let escaped = ''
  let end = 0
  for (const match of text.matchAll(bareAddress)) {
    const [found] = match
    escaped += escapeSpecial(text.slice(end, match.index))
    end = match.index + found.length
    escaped += escapeAddress(found, within)
  }
  return escaped + escapeSpecial(text.slice(end))
}

/** In a bare address nothing can be escaped, and it goes on into what follows: so it gets ends that can be seen. */
function escapeAddress(found: string, within: readonly string[]): string {
  let end = found.length
  while (trailing.has(found[end - 1] ?? '')) end--
  const [address, rest] = [found.slice(0, end), escapeSpecial(found.slice(end))]
  if (within.includes('a')) return escapeLink(found)
  if (isAllowedLinkTarget(address)) return `<${address}>${rest}`
  const href = /^www\../i.test(address) ? linkable(`http://${address}`) : null
  return href === null ? escapeLink(found) : `[${escapeLink(address)}](${inBrackets(href)})${rest}`
}

const escapeSpecial = (text: string) => text.replace(special, '\\$&')
/** The words of an address that is to be no link by itself. */
const escapeLink = (text: string) => escapeSpecial(text).replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
const inBrackets = (href: string) => href.replace(/\(/g, '%28').replace(/\)/g, '%29')

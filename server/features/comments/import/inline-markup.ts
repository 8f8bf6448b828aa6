import type { ElementContent } from 'hast'
import { isAllowedCommentLink } from '#contract/markup-links.ts'

/** Elements whose content the browser does not show. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'title', 'textarea'])

const marks: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*' }

/**
 * A part of a line. If Markdown recognises `mark` on both sides of the text, the line gets the text with the marks.
 * Otherwise the line gets `plain`, the text without marks.
 */
interface Piece {
  text: string
  mark: string
  plain: string
}

/** Converts inline HTML to Markdown. @param keepsLines whether line breaks in the source are shown, as in WordPress */
export function inlineHtmlToMarkup(nodes: readonly ElementContent[], keepsLines: boolean): string {
  return join(splitPieces(nodes, keepsLines, []))
}

export function htmlNodesToPlainText(nodes: readonly ElementContent[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.value : isElement(node) ? textOf(node) : '')).join('')
}

export const isInvisibleTag = (tag: string): boolean => unseen.has(tag)

type Element = Extract<ElementContent, { type: 'element' }>
const isElement = (node: ElementContent): node is Element => node.type === 'element'
const textOf = ({ tagName, children }: Element) =>
  tagName === 'br' ? '\n' : unseen.has(tagName) ? '' : htmlNodesToPlainText(children)

/**
 * Splits nodes into pieces.
 * @param within the marks and links that contain the nodes
 * @param pieces receives the pieces, so that nested elements do not copy them repeatedly
 */
function splitPieces(
  nodes: readonly ElementContent[],
  keepsLines: boolean,
  within: readonly string[],
  pieces: Piece[] = [],
): Piece[] {
  for (const node of nodes) {
    if (node.type === 'text') pieces.push(piece(escapeText(blanks(node.value, keepsLines), within)))
    if (!isElement(node) || unseen.has(node.tagName)) continue
    const { tagName, children, properties } = node
    const mark = tagName === 'a' ? 'a' : marks[tagName]
    if (tagName === 'br') pieces.push(piece('\n'))
    else if (tagName === 'code' || tagName === 'kbd' || tagName === 'tt')
      pieces.push(piece(codeSpan(htmlNodesToPlainText(children))))
    else if (mark === undefined || within.includes(mark)) splitPieces(children, keepsLines, within, pieces)
    else {
      const inner = splitPieces(children, keepsLines, [...within, mark])
      const found =
        mark === 'a' ? link(String(properties.href ?? ''), htmlNodesToPlainText(children), inner) : marked(inner, mark)
      for (const part of found) pieces.push(part)
    }
  }
  return pieces
}

const piece = (text: string): Piece => ({ text, mark: '', plain: text })

const blanks = (text: string, keepsLines: boolean) =>
  keepsLines ? text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n') : text.replace(/\s+/g, ' ')

/**
 * Adds marks to a text. Blanks at its ends are moved outside the marks, because Markdown ignores marks beside blanks.
 * Marks never cross the end of a paragraph.
 */
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

/** Joins the pieces of a line. Leaves out marks that Markdown would not recognise next to the adjacent pieces. */
function join(pieces: readonly Piece[]): string {
  const parts = pieces.filter(({ text }) => text !== '')
  let line = ''
  for (const [i, { text, mark, plain }] of parts.entries()) {
    // Two adjacent code spans would become one code span, so a blank separates them.
    if (line.endsWith('`') && text.startsWith('`')) line += ' '
    // After these marks, the next piece is written without marks.
    line += mark !== '' && canStand(line.at(-1), text, parts[i + 1]?.plain[0]) ? mark + text + mark : plain
  }
  return line
}

const isBlank = (char: string | undefined) => char === undefined || /\s/.test(char)
const isPunctuation = (char: string) => /[\p{P}\p{S}]/u.test(char)

/**
 * Returns whether Markdown would recognise the marks around a text (CommonMark 0.31, 6.2). Markdown would read two
 * adjacent marks as one other mark.
 */
function canStand(before: string | undefined, text: string, after: string | undefined): boolean {
  const [first = '', last = ''] = [text[0], text.at(-1)]
  if (before === '*') return false
  const opens = !isPunctuation(first) || isBlank(before) || isPunctuation(before ?? '')
  const closes = !isPunctuation(last) || isBlank(after) || isPunctuation(after ?? '')
  return opens && closes
}

/** Returns a code span, with a fence longer than the longest run of backticks in the code. */
function codeSpan(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text === '') return ' '
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + pad + text + pad + fence
}

/** Returns a link when comments may link to the URL and the link has a text. Otherwise returns its text or its URL. */
function link(href: string, label: string, inner: readonly Piece[]): readonly Piece[] {
  const address = linkable(href)
  if (address === null) return inner
  const shown = label.trim()
  // The shown text may be the beginning of the URL, because Disqus shortens long URLs.
  const isAddress =
    shown === '' || shown === href || (/^https?:/.test(shown) && href.startsWith(shown.replace(/(\.\.\.|…)$/, '')))
  if (isAddress) return [piece(`<${address}>`)]
  const [before, text, after] = betweenBlanks(join(inner).replace(/\n\s*/g, ' '))
  return [piece(before), piece(`[${text}](${inBrackets(address)})`), piece(after)]
}

/** Returns the URL when comments may link to it; otherwise null. */
function linkable(href: string): string | null {
  const address = URL.parse(href.trim())?.href ?? ''
  return isAllowedCommentLink(address) ? address : null
}

const special = /[\\`*_[\]<]/g
const bareAddress = /(?<![a-z])(?:https?:\/\/|www\.)[^\s<>]*/gi
/** Characters that count as part of the sentence when they are at the end of a URL. */
const trailing = new Set('!"\'()*,.:;<>?_~`[]\\')

/** Escapes text so that Markdown shows it unchanged; URLs in the text remain links. */
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

/**
 * Writes a bare URL as `<URL>` or as a link with a text, so that Markdown finds the end of the URL at the same place.
 * Nothing can be escaped in a bare URL. A URL that comments may not link to becomes plain text.
 */
function escapeAddress(found: string, within: readonly string[]): string {
  let end = found.length
  while (trailing.has(found[end - 1] ?? '')) end--
  const [address, remainder] = [found.slice(0, end), escapeSpecial(found.slice(end))]
  if (within.includes('a')) return escapeLink(found)
  if (isAllowedCommentLink(address)) return `<${address}>${remainder}`
  const href = /^www\../i.test(address) ? linkable(`http://${address}`) : null
  return href === null ? escapeLink(found) : `[${escapeLink(address)}](${inBrackets(href)})${remainder}`
}

const escapeSpecial = (text: string) => text.replace(special, '\\$&')
/** Escapes a URL so that Markdown does not turn it into a link. */
const escapeLink = (text: string) => escapeSpecial(text).replace(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
const inBrackets = (href: string) => href.replace(/\(/g, '%28').replace(/\)/g, '%29')

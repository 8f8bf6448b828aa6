import { parseMarkup } from '#contract/comment-markup.ts'
import { escapeHtml, removeInvalidXmlCharacters } from '#contract/escape-html.ts'
import { COMMENT_LENGTH_MAX } from '#contract/limits.ts'
import type { BlockNode, InlineNode } from '#contract/markup-tree.ts'
import { hasVisibleCharacter, removeInvisibleCharacters } from '../../http/clean-line.ts'
import { Refusal } from '../../http/failures.ts'
import { hashCommentText } from './spam.ts'

const newline = /\r\n?|[\u0085\u2028\u2029]/g
const blankLines = /\n(?:[^\S\n]*\n){3,}/g

/**
 * Cleans the text of a comment for storage. Converts it to NFC and each line break to a line feed. Removes invisible
 * characters. Allows at most two blank lines and four combining marks in a row. HTML and Markdown stay as typed.
 */
export function cleanCommentText(text: string): string {
  return removeInvisibleCharacters(text.replace(newline, '\n')).replace(blankLines, '\n\n\n').trim()
}

/**
 * Returns the cleaned text of a comment (S5.03). @throws {Refusal} comment_empty when nothing is visible;
 * comment_too_long
 */
export function cleanAndValidateCommentText(text: string): string {
  const clean = cleanCommentText(text)
  if (!hasVisibleCharacter(clean)) throw new Refusal('comment_empty')
  if ([...clean].length > COMMENT_LENGTH_MAX) throw new Refusal('comment_too_long')
  return clean
}

/** Returns the columns of a comment that are computed from its text when it is written. */
export const toContentColumns = (content: string) => ({
  content,
  content_hash: hashCommentText(content),
  content_html: renderCommentHtml(content),
})

/** Returns the HTML of a comment for an Atom feed: markup becomes elements, and everything else is escaped text. */
export const renderCommentHtml = (content: string): string =>
  removeInvalidXmlCharacters(parseMarkup(content).map(blockHtml).join(''))

function blockHtml(block: BlockNode): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlineHtml(block.children)}</p>`
    case 'codeBlock':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`
    case 'quote':
      return `<blockquote>${block.children.map(blockHtml).join('')}</blockquote>`
    case 'list': {
      const items = block.items.map((item) => `<li>${item.map(blockHtml).join('')}</li>`).join('')
      return block.ordered ? `<ol start="${block.start}">${items}</ol>` : `<ul>${items}</ul>`
    }
  }
}

const inlineHtml = (children: readonly InlineNode[]): string => children.map(partHtml).join('')

function partHtml(part: InlineNode): string {
  switch (part.type) {
    case 'text':
      return escapeHtml(part.text)
    case 'break':
      return '<br>'
    case 'code':
      return `<code>${escapeHtml(part.text)}</code>`
    case 'strong':
      return `<strong>${inlineHtml(part.children)}</strong>`
    case 'emphasis':
      return `<em>${inlineHtml(part.children)}</em>`
    case 'link':
      return `<a href="${escapeHtml(part.href)}" rel="nofollow ugc noopener">${inlineHtml(part.children)}</a>`
  }
}

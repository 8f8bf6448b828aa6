import { parseMarkup } from '#contract/comment-markup.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import type { BlockNode, InlineNode } from '#contract/markup-tree.ts'
import { hashText } from './spam.ts'

/** Returns the columns of a comment that are computed from its text when it is written. */
export const contentColumns = (content: string) => ({
  content,
  content_hash: hashText(content),
  content_html: commentHtml(content),
})

/**
 * Returns a comment as HTML that an Atom feed can contain: the allowed marks, and everything else that the author wrote
 * as text.
 */
export const commentHtml = (content: string): string => xmlText(parseMarkup(content).map(blockHtml).join(''))

/** Removes characters that XML 1.0 2.2 does not allow. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')

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

import { parseMarkup } from '#contract/comment-markup.ts'
import { escapeHtml } from '#contract/escape-html.ts'
import type { BlockNode, InlineNode } from '#contract/markup-tree.ts'

/**
 * Returns a comment as HTML for feeds. It contains the allowed marks, and everything else that the author wrote as
 * text.
 */
export const commentHtml = (content: string): string => parseMarkup(content).map(blockHtml).join('')

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

import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ArticleFile, reportAuthorError } from './article-file.ts'

/** Reports footnotes without a text, and texts that no footnote shows. GFM would show or drop them without a word. */
export function remarkFootnotes() {
  return (tree: Root, file: ArticleFile) => {
    const used = new Set<string>()
    visit(tree, 'footnoteReference', ({ identifier }) => {
      used.add(identifier)
    })
    visit(tree, 'text', (node) => {
      const [missing] = /\[\^[^\]\s]+\]/.exec(node.value) ?? []
      if (missing) reportAuthorError(file, `${missing} has no text. Write ${missing}: … in a line of its own.`, node)
    })
    visit(tree, 'footnoteDefinition', (node) => {
      if (!used.has(node.identifier)) reportAuthorError(file, `No footnote [^${node.label}] shows this text.`, node)
    })
  }
}

/** Options of remark-rehype for footnotes. The arrow is in the fonts of every device and is no emoji. */
export const footnoteOptions = {
  clobberPrefix: '',
  footnoteBackContent: '↑',
  footnoteLabelProperties: {},
}

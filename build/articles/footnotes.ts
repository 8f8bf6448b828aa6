import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ArticleVFile, reportAuthorError } from './article-file.ts'

/**
 * Reports footnote references without a definition, and definitions without a reference. GFM reports neither: it shows
 * such a reference as plain text, and drops such a definition.
 */
export function remarkCheckFootnotes() {
  return (tree: Root, file: ArticleVFile) => {
    const source = String(file.value)
    const used = new Set<string>()
    visit(tree, 'footnoteReference', ({ identifier }) => {
      used.add(identifier)
    })
    visit(tree, 'text', (node) => {
      const { start, end } = node.position ?? {}
      const written = start && end ? source.slice(start.offset, end.offset) : node.value
      const [missing] = /(?<!\\)\[\^[^\]\s]+\]/.exec(written) ?? []
      if (!missing) return
      const advice = `Write ${missing}: … in a line of its own, or \\${missing} for the signs.`
      reportAuthorError(file, `${missing} has no text. ${advice}`, node)
    })
    visit(tree, 'footnoteDefinition', (node) => {
      if (!used.has(node.identifier)) reportAuthorError(file, `No footnote [^${node.label}] shows this text.`, node)
    })
  }
}

/**
 * Options of remark-rehype for footnotes. The link from a footnote back to the text shows `↑`, because every device has
 * a font with this arrow, and no device shows it as an emoji.
 */
export const footnoteOptions = {
  clobberPrefix: '',
  footnoteBackContent: '↑',
  footnoteLabelProperties: {},
}

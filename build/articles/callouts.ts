import type { Blockquote, Paragraph, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { findNearestNames } from '#contract/nearest-names.ts'
import { type ArticleVFile, reportAuthorError } from './article-file.ts'

/** The callouts of GitHub, with their titles. */
const titles: Record<string, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
}

/** Turns a quotation that begins with `[!NOTE]` into a callout, as GitHub does. Reports unknown kinds. */
export function remarkCallouts() {
  return (tree: Root, file: ArticleVFile) => {
    visit(tree, 'blockquote', (node) => {
      const [first] = node.children
      const [start] = first?.type === 'paragraph' ? first.children : []
      if (first?.type !== 'paragraph' || start?.type !== 'text') return
      const [marker, name = ''] = /^\[!([\w-]+)\]\s*/.exec(start.value) ?? []
      if (marker === undefined) return
      const kind = name.toLowerCase()
      const title = titles[kind]
      if (!title) {
        const names = findNearestNames(kind, Object.keys(titles)).map((known) => `[!${known.toUpperCase()}]`)
        return void reportAuthorError(
          file,
          `[!${name}] is not a callout. The nearest ones are ${names.join(', ')}.`,
          node,
        )
      }
      start.value = start.value.slice(marker.length)
      if (!start.value) first.children.shift()
      if (first.children[0]?.type === 'break') first.children.shift()
      if (first.children.length === 0) node.children.shift()
      if (node.children.length === 0)
        reportAuthorError(file, `[!${name}] has no text. Write it in the next line, after >.`, node)
      makeCallout(node, kind, title)
    })
  }
}

function makeCallout(node: Blockquote, kind: string, title: string): void {
  const heading: Paragraph = {
    type: 'paragraph',
    data: { hProperties: { className: ['callout-title'] } },
    children: [{ type: 'text', value: title }],
  }
  node.children.unshift(heading)
  node.data = { hName: 'div', hProperties: { className: ['callout'], dataKind: kind, role: 'note' } }
}

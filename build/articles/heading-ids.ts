import type { Element, Root } from 'hast'
import { visit } from 'unist-util-visit'
import type { JsxElement } from './article-file.ts'
import { homeElementIds, programElementIds } from './element-ids.ts'

const reservedIds = [...programElementIds, ...homeElementIds]

/**
 * Gives a heading another id when its id belongs to the program or to an element of the author, or is empty because the
 * heading has no letter or digit: `menu-1` for `## Menu`, `part-1` for `## ⛵`.
 */
export function rehypeFreeHeadingIds() {
  return (tree: Root) => {
    const headings: Element[] = []
    const takenIds = new Set(reservedIds)
    visit(tree, ['mdxJsxFlowElement', 'mdxJsxTextElement'], (node) => {
      const { attributes } = node as unknown as JsxElement
      const id = attributes.find(({ name }) => name === 'id')?.value
      if (typeof id === 'string') takenIds.add(id)
    })
    const usedIds = new Set(takenIds)
    visit(tree, 'element', (node) => {
      usedIds.add(String(node.properties.id ?? ''))
      if (/^h[1-6]$/.test(node.tagName)) headings.push(node)
    })
    for (const { properties } of headings) {
      const id = String(properties.id ?? '')
      if (id !== '' && !takenIds.has(id)) continue
      let number = 1
      while (usedIds.has(`${id || 'part'}-${number}`)) number++
      properties.id = `${id || 'part'}-${number}`
      usedIds.add(properties.id)
    }
  }
}

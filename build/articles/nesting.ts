import type { Element, Node, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'
import { visit } from 'unist-util-visit'
import { requiredComponentAttributes } from '../../contract/article-components.ts'
import { type ArticleVFile, reportAuthorError } from './article-file.ts'

/** An element of Markdown (`tagName`), an element or a component of the author (`name`), or words (`value`). */
interface ArticleNode extends Node {
  tagName?: string
  name?: string | null
  value?: string
  children?: ArticleNode[]
}

/** A node, and the elements in which it stands, the innermost first. */
interface PlacedNode {
  node: ArticleNode
  parents: ArticleNode[]
}

/**
 * Repairs HTML that browsers would change while parsing, because React discards the HTML of such a page. Rows of a
 * table get a `tbody`, and a paragraph that contains blocks becomes a `div`. Reports what it cannot repair. The HTML of
 * an author's own component is unknown, so the place of the component is not checked, and each of its children is
 * checked separately.
 */
export function rehypeRepairNesting() {
  return (tree: Root, file: ArticleVFile) => {
    const blocks: ArticleNode[] = tree.children.map((child) => ({ type: 'element', tagName: 'div', children: [child] }))
    visit(tree as ArticleNode, isOwnComponent, ({ children = [] }) => {
      blocks.push(...children)
    })
    for (const block of blocks) {
      let moved = findMovedNode(block)
      while (moved && repair(moved)) moved = findMovedNode(block)
      if (!moved) continue
      const reason =
        moved.node.type === 'text'
          ? 'HTML allows no words between the cells of a table, and browsers would move them. Put them into a cell.'
          : `HTML allows no <${nameOf(moved.node)}> at this place, and browsers would move it. Change or delete the elements around it.`
      reportAuthorError(file, reason, moved.node)
    }
  }
}

const nameOf = (node: ArticleNode | undefined): string => node?.tagName ?? node?.name ?? ''

/** Returns whether a node is a component that the author has written or imported. */
const isOwnComponent = (node: Node): boolean =>
  nameOf(node) !== '' && !/^[a-z][\w-]*$/.test(nameOf(node)) && !(nameOf(node) in requiredComponentAttributes)

/**
 * Returns the first node that browsers move or drop within a block. Markdown alone has no such node. The block itself
 * may be any element, even a cell, because the parser treats a fragment as the content of a `template`.
 */
function findMovedNode(block: ArticleNode): PlacedNode | undefined {
  const nodes: PlacedNode[] = []
  let isMarkdown = true
  visit(block, ['mdxJsxFlowElement', 'mdxJsxTextElement'], () => {
    isMarkdown = false
  })
  if (isMarkdown) return undefined
  const root = fromHtml(toHtml(toPlainElements(block, [], nodes)), { fragment: true })
  const parsed = new Map<ArticleNode | undefined, { element: unknown; parent: unknown }>([
    [undefined, { element: root, parent: undefined }],
  ])
  visit(root, 'element', (element, _, parent) => {
    const node = nodes[Number(element.properties.id ?? -1)]?.node
    if (!parsed.has(node)) parsed.set(node, { element, parent })
  })
  return nodes.find(({ node, parents: [parent] }) => parsed.get(node)?.parent !== parsed.get(parent)?.element)
}

/**
 * Copies a node as HTML elements, whose ids are their places in `nodes`. A `span` stands for words between the cells of
 * a table, and a `div` or a `span` for a component. Leaves out the author's own components.
 */
function toPlainElements(node: ArticleNode, parents: ArticleNode[], nodes: PlacedNode[]): Element[] {
  if (isOwnComponent(node)) return []
  const name = nameOf(node)
  const isBetweenCells = /^(table|thead|tbody|tfoot|tr|colgroup)$/.test(nameOf(parents[0]))
  const copyChildren = (path: ArticleNode[]) =>
    (node.children ?? []).flatMap((child) => toPlainElements(child, path, nodes))
  const isShown = name !== '' || (isBetweenCells && node.type === 'text' && node.value?.trim())
  if (!isShown) return copyChildren(parents)
  const id = String(nodes.push({ node, parents }) - 1)
  const standIn = name === '' || name === 'Keys' ? 'span' : 'div'
  const tagName = name in requiredComponentAttributes || name === '' ? standIn : name
  return [{ type: 'element', tagName, properties: { id }, children: copyChildren([node, ...parents]) }]
}

/** Repairs the elements around a node. Returns false when it cannot. */
function repair({ node, parents }: PlacedNode): boolean {
  const [parent] = parents
  if (nameOf(node) === 'tr' && nameOf(parent) === 'table') {
    const rows = parent?.children ?? []
    const first = rows.indexOf(node)
    const end = rows.findIndex((row, i) => i > first && nameOf(row) && nameOf(row) !== 'tr')
    const children = rows.slice(first, end < 0 ? undefined : end)
    rows.splice(first, children.length, { type: 'element', tagName: 'tbody', properties: {}, children } as ArticleNode)
    return true
  }
  const paragraph = parents.find((element) => nameOf(element) === 'p')
  if (paragraph) Object.assign(paragraph, paragraph.tagName ? { tagName: 'div' } : { name: 'div' })
  return paragraph !== undefined
}

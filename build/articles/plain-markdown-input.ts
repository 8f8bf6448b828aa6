import type { Element, Root as HtmlRoot } from 'hast'
import type { Code, Heading, Node, Parent, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ArticleVFile, reportAuthorError } from './article-file.ts'

/** From this many spaces on, Markdown reads a line as code. MDX does not. */
const CODE_INDENT = 4

/**
 * Reports what plain Markdown reads as code and MDX does not: lines that are indented by four spaces (CommonMark 4.4).
 * Also reports a fenced block that ends at such a line (CommonMark 4.5). Removes the indented blocks, so that no other
 * check reports them.
 */
export function remarkCheckIndents() {
  return (tree: Root, file: ArticleVFile) => {
    const lines = String(file.value).split('\n')
    visit(tree, 'code', (node) => {
      if (!endsAtIndentedFence(node, lines)) return
      const reason =
        'This code ends at the next line of ```, although that line is indented. Begin and end the code with ````, so that it can hold ```.'
      reportAuthorError(file, reason, node)
    })
    visit(tree, ['root', 'listItem', 'blockquote'], (node) => removeIndentedBlocks(node as Parent, lines, file))
  }
}

/** Counts the columns of a text. A tab leads to the next multiple of four (CommonMark 2.2). */
const countColumns = (text: string): number =>
  [...text].reduce((columns, character) => columns + (character === '\t' ? 4 - (columns % 4) : 1), 0)

function endsAtIndentedFence({ position }: Code, lines: readonly string[]): boolean {
  if (!position) return false
  const last = lines[position.end.line - 1] ?? ''
  const indent = /^[\s>]*(?=(`{3,}|~{3,})\s*$)/.exec(last)?.[0].length
  return indent !== undefined && indent + 1 - position.start.column >= CODE_INDENT
}

/** Reports the first block of each run of indented blocks, and removes the run. */
function removeIndentedBlocks(parent: Parent, lines: readonly string[], file: ArticleVFile): void {
  const start = (node: Node | undefined) => {
    const { line, column } = node?.position?.start ?? { line: 1, column: 1 }
    return countColumns((lines[line - 1] ?? '').slice(0, column - 1))
  }
  const margin = parent.type === 'root' ? 0 : start(parent.children[0])
  const isIndented = (node: Node) =>
    !['code', 'mdxJsxFlowElement', 'mdxFlowExpression'].includes(node.type) && start(node) - margin >= CODE_INDENT
  for (const [i, node] of parent.children.entries()) {
    const before = parent.children[i - 1]
    if (!isIndented(node) || (before && isIndented(before))) continue
    reportAuthorError(file, 'Four spaces begin no code here. Put code between two lines of ```.', node)
  }
  parent.children = parent.children.filter((node) => !isIndented(node))
}

/**
 * Moves all headings down by one level when the text has a heading of the first level, which is for the page's title.
 */
export function remarkShiftHeadings() {
  return (tree: Root) => {
    const headings: Heading[] = []
    visit(tree, 'heading', (node) => {
      headings.push(node)
    })
    if (!headings.some(({ depth }) => depth === 1)) return
    for (const heading of headings) heading.depth = Math.min(6, heading.depth + 1) as Heading['depth']
  }
}

/**
 * Writes the alignment of the cells of a table as a class. Otherwise it would be an inline style, which the content
 * security policy refuses.
 */
export function rehypeTableAlignment() {
  return (tree: HtmlRoot) => {
    visit(tree, 'element', ({ tagName, properties }: Element) => {
      if ((tagName !== 'td' && tagName !== 'th') || !properties.align) return
      if (properties.align !== 'left') properties.className = [`cell-${properties.align}`]
      delete properties.align
    })
  }
}

/** Names the checkboxes of task lists (`- [x] …`), the only inputs of Markdown, for screen readers. */
export function rehypeTaskNames() {
  return (tree: HtmlRoot) => {
    visit(tree, 'element', ({ tagName, properties }: Element) => {
      if (tagName === 'input') properties.ariaLabel = 'Done'
    })
  }
}

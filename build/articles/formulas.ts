import type { Element, ElementContent, Nodes as HastNodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import katex from 'katex'
import type { Nodes, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { type ArticleVFile, reportAuthorError } from './article-file.ts'

/** A formula in the text of an article (remark-math). */
interface Formula {
  type: 'math' | 'inlineMath'
  value: string
  data?: object | undefined
}

/**
 * Renders formulas to MathML, which needs no style sheet, no font and no script. `$$…$$` within a sentence
 * becomes an inline formula. `$$…$$` alone in a paragraph, or with each `$$` on its own line, becomes a block. Reports
 * errors of KaTeX.
 */
export function remarkFormulas() {
  return (tree: Root, file: ArticleVFile) => {
    visit(tree, (node: Nodes | Formula, index, parent) => {
      if (node.type === 'paragraph' && node.children.length === 1) {
        const [only] = node.children as (Nodes | Formula)[]
        if (only?.type === 'inlineMath' && parent && index !== undefined) {
          const block: Formula = { ...only, type: 'math' }
          render(block, file)
          parent.children[index] = block as never
          return
        }
      }
      if (node.type === 'math' || node.type === 'inlineMath') render(node as Formula, file)
    })
  }
}

function render(formula: Formula, file: ArticleVFile): void {
  const isBlock = formula.type === 'math'
  try {
    const html = katex.renderToString(formula.value, { output: 'mathml', displayMode: isBlock, strict: false })
    const math = findMath(fromHtml(html, { fragment: true }))
    if (!math) return
    if (html.includes(' style="'))
      reportAuthorError(
        file,
        'The formula has a colour or a frame that needs an inline style, which the site refuses.',
        formula,
      )
    // The first child of `semantics` is the formula in MathML. The second child is its source in TeX.
    const [semantics] = math.children
    if (semantics?.type === 'element' && semantics.tagName === 'semantics')
      math.children = semantics.children.slice(0, 1)
    formula.data = isBlock
      ? {
          hName: 'div',
          hProperties: { className: ['formula'], tabIndex: 0, role: 'group', ariaLabel: 'Formula' },
          hChildren: [math],
        }
      : { hName: 'math', hProperties: math.properties, hChildren: math.children }
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error
    reportAuthorError(file, `The formula cannot be read: ${error.message.replace('KaTeX parse error: ', '')}`, formula)
  }
}

const findMath = (node: HastNodes): Element | undefined => {
  if (node.type === 'element' && node.tagName === 'math') return node
  if (!('children' in node)) return undefined
  return (node.children as ElementContent[]).map(findMath).find(Boolean)
}

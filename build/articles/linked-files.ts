import type { Nodes, Parents, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import {
  type ArticleVFile,
  collectDefinitions,
  createExpressionAttribute,
  createImportNode,
  findFileBesidePage,
  type JsxElement,
} from './article-file.ts'

/**
 * Makes links to files beside the page, `[The plan](./page/plan.pdf)`, lead to the published copies of the files.
 * Leaves other relative links unchanged; the build checks these links later, together with all others.
 */
export function remarkLinkedFiles() {
  return (tree: Root, file: ArticleVFile) => {
    const definitions = collectDefinitions(tree)
    let count = 0
    visit(tree, (node: Nodes, index, parent: Parents | undefined) => {
      if ((node.type !== 'link' && node.type !== 'linkReference') || !parent || index === undefined) return
      const url = node.type === 'link' ? node.url : definitions.get(node.identifier)?.url
      const linked = url && findLinkedFile(url, file)
      if (!linked) return
      const variable = `$file${++count}`
      tree.children.push(createImportNode(variable, linked) as never)
      const link: JsxElement = {
        type: 'mdxJsxTextElement',
        name: 'a',
        attributes: [createExpressionAttribute('href', variable)],
        children: node.children,
        position: node.position,
      }
      parent.children.splice(index, 1, link as never)
    })
  }
}

/** Returns the import of the file that a relative URL names, with the fragment of the URL, if the file exists. */
function findLinkedFile(url: string, page: ArticleVFile): string | undefined {
  if (!/^\.\.?\//.test(url)) return
  const file = findFileBesidePage(url, page)
  if (file) return url.endsWith('.mdx') ? undefined : `${file}?url`
  const start = url.indexOf('#')
  const linked = start > 0 ? findLinkedFile(url.slice(0, start), page) : undefined
  return linked && linked + url.slice(start)
}

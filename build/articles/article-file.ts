import { statSync } from 'node:fs'
import path from 'node:path'
import { createProcessor } from '@mdx-js/mdx'
import type { Definition, Node, Nodes, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { decodePercentEncoding } from '../../contract/page-path.ts'

/** The file of an article while the build compiles it. */
export interface ArticleVFile {
  path: string
  /** The source of the article. */
  value?: unknown
  message: (reason: string, options: { place?: Place }) => unknown
}

type Place = Node['position'] | { line: number; column: number }

/**
 * Reports a mistake that the author made in an article. The build collects the errors of all articles
 * (build/articles/check-articles.ts).
 * @param place the node or the point with the error
 */
export function reportAuthorError(
  file: ArticleVFile,
  reason: string,
  place?: Node | { line: number; column: number },
): void {
  file.message(reason, { place: place && 'type' in place ? place.position : place })
}

/** Returns whether a file exists at a path relative to the page. @param url the path, without a query */
export const hasFileBesidePage = (url: string, file: ArticleVFile): boolean =>
  statSync(path.join(path.dirname(file.path), url), { throwIfNoEntry: false })?.isFile() === true

/**
 * Finds the file that the URL of a link or a picture names, relative to the page. Returns the URL itself when a file
 * has this name, or else the URL without percent-encoding. Returns undefined when no file has one of these names.
 */
export const findFileBesidePage = (url: string, file: ArticleVFile): string | undefined =>
  [url, decodePercentEncoding(url)].find((path) => hasFileBesidePage(path, file))

/** Collects the definitions of links and pictures in an article (`[id]: address`), by their identifiers. */
export function collectDefinitions(tree: Root): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>()
  visit(tree, 'definition', (node) => {
    definitions.set(node.identifier, node)
  })
  return definitions
}

/** Returns the source code of an article's imports and exports. */
export function collectEsmSource(tree: Root): string {
  let code = ''
  visit(tree, 'mdxjsEsm', ({ value }) => {
    code += value
  })
  return code
}

/** An attribute of a component in an article. */
export interface JsxAttribute {
  type: 'mdxJsxAttribute' | 'mdxJsxExpressionAttribute'
  name?: string
  value?: unknown
}

/** A component in an article, such as `<Picture … />`. */
export interface JsxElement extends Node {
  type: 'mdxJsxFlowElement' | 'mdxJsxTextElement'
  name: string | null
  attributes: JsxAttribute[]
  children: Node[]
}

/** Imports and exports of an article. */
type EsmNode = Extract<Nodes, { type: 'mdxjsEsm' }>

/**
 * Parses an import or an export, as a node of an article.
 * @param code one line of JavaScript
 */
export const parseEsm = (code: string): EsmNode => createProcessor().parse(code).children[0] as EsmNode

/**
 * Returns the statement `import name from 'source'` as a node of an article.
 * @param name begins with `$`, because the imports of authors do not have such names
 */
export const createImportNode = (name: string, source: string): EsmNode =>
  parseEsm(`import ${name} from ${JSON.stringify(source)}`)

/** Returns the attribute `name={code}` of a component. */
export function createExpressionAttribute(name: string, code: string): JsxAttribute {
  const [statement] = parseEsm(`export default ${code}`).data?.estree?.body ?? []
  const expression = statement?.type === 'ExportDefaultDeclaration' ? statement.declaration : undefined
  const body = [{ type: 'ExpressionStatement', expression }]
  const estree = { type: 'Program', sourceType: 'module', body, comments: [] }
  return {
    type: 'mdxJsxAttribute',
    name,
    value: { type: 'mdxJsxAttributeValueExpression', value: code, data: { estree } },
  }
}

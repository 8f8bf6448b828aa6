import type { Node as EstreeNode } from 'estree'
import { visit as visitCode } from 'estree-util-visit'
import { htmlTagNames } from 'html-tag-names'
import type { Link, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { findNearestNames } from '#contract/nearest-names.ts'
import { requiredComponentAttributes } from '../../contract/article-components.ts'
import {
  type ArticleVFile,
  collectEsmSource,
  type JsxAttribute,
  type JsxElement,
  reportAuthorError,
} from './article-file.ts'
import { avoidReservedId } from './element-ids.ts'

/** Elements of HTML that no page may contain, with the reason and the advice of the error message. */
const refused = [
  {
    names: ['script', 'noscript', 'template'],
    reason: 'runs nothing here. Quote an embedded post with <Quote>, and delete the script',
  },
  {
    names: ['iframe', 'object', 'embed'],
    reason: 'would load another site, and pages ask no other site for anything. Write a link to it, or <Quote>',
  },
  {
    names: ['img', 'picture', 'video', 'audio', 'source'],
    reason: 'shows no file of the page. Write ![what it shows](./page/photo.jpg); it plays videos, too',
  },
  { names: ['style', 'link', 'meta', 'base', 'form'], reason: 'has no place in an article. Delete it' },
]

/** The names that every page can use in its code: JavaScript globals, and `props`, which MDX passes to the page. */
const builtIns = ['props', 'undefined', 'Array', 'Date', 'Intl', 'JSON', 'Math', 'Number', 'Object', 'String']

/**
 * Reports elements that a page cannot show, attributes that the security policy refuses, and names in code that the
 * page does not define. MDX reads all words between `{` and `}` as code. When Markdown turns an address within `<a>`
 * into a second link, removes the inner link.
 */
export function remarkCheckHtmlElements() {
  return (tree: Root, file: ArticleVFile) => {
    const own = collectEsmSource(tree)
    const isKnown = (name: string) =>
      builtIns.includes(name) || name in requiredComponentAttributes || new RegExp(`\\b${name}\\b`).test(own)
    /** The `svg` elements of the page, and all nodes inside them. */
    const drawingParts = new Set<object>()
    const ids = new Set<unknown>()
    visit(tree, (node) => {
      const unknown = findCode(node)
        .flatMap(listNames)
        .find((name) => !isKnown(name))
      if (unknown) {
        const advice =
          'attributes' in node
            ? `Import it above, as in import ${unknown} from './page/photo.jpg?picture'.`
            : 'MDX reads { as code: write \\{ for the sign.'
        reportAuthorError(file, `The page has nothing named ${unknown}. ${advice}`, node)
      }
      if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return
      const { name, attributes } = node as JsxElement
      if (!name || !/^[a-z]/.test(name)) return
      if (name === 'svg') visit(node, (part) => void drawingParts.add(part))
      const refusal = refused.find(({ names }) => names.includes(name))?.reason
      const reason = refusal ?? findAttributeError(attributes) ?? findRepeatedId(attributes, ids)
      if (reason) reportAuthorError(file, `<${name}> ${reason}.`, node)
      else if (!htmlTagNames.includes(name) && !name.includes('.') && !drawingParts.has(node)) {
        const nearest = findNearestNames(name, htmlTagNames).join(', ')
        const message = `<${name}> is no element of HTML. Write \\< for the sign; the nearest elements are ${nearest}.`
        reportAuthorError(file, message, node)
      }
      if (name === 'a') removeLinks(node as never)
    })
  }
}

function findAttributeError(attributes: JsxAttribute[]): string | undefined {
  const refusedAttribute = attributes.find(({ name = '' }) => /^(style$|on)/i.test(name))
  if (refusedAttribute)
    return `has the attribute ${refusedAttribute.name}, which the security policy refuses. Delete it`
  const id = attributes.find(({ name }) => name === 'id')?.value
  if (typeof id !== 'string' || avoidReservedId(id) === id) return undefined
  return `has the id ${id}, which the page uses itself. Choose another one, such as ${avoidReservedId(id)}`
}

function findRepeatedId(attributes: JsxAttribute[], earlier: Set<unknown>): string | undefined {
  const id = attributes.find(({ name }) => name === 'id')?.value
  if (typeof id !== 'string') return undefined
  if (earlier.has(id)) return `has the id ${id} of an earlier element. Choose another one`
  earlier.add(id)
  return undefined
}

/** Returns the syntax trees of a node's code: an expression between `{` and `}`, or the attributes of an element. */
function findCode(node: { type: string; data?: unknown; attributes?: unknown }): EstreeNode[] {
  const programOf = (each: unknown) => (each as { data?: { estree?: EstreeNode | null } } | null)?.data?.estree ?? []
  if (node.type === 'mdxTextExpression' || node.type === 'mdxFlowExpression') return [programOf(node)].flat()
  const attributes = (node.attributes ?? []) as { value?: unknown }[]
  return attributes.flatMap(({ value }) => (typeof value === 'object' ? programOf(value) : []))
}

/**
 * Lists the names that an expression uses. Ignores an expression with functions, because functions declare names of
 * their own.
 */
function listNames(program: EstreeNode): string[] {
  const names: string[] = []
  let hasFunctions = false
  visitCode(program, (node, key, _index, ancestors) => {
    if (node.type.includes('Function')) hasFunctions = true
    const parent = ancestors.at(-1)
    const isLabel = (key === 'property' || key === 'key') && parent && 'computed' in parent && !parent.computed
    if (node.type === 'Identifier' && !isLabel) names.push(node.name)
  })
  return hasFunctions ? [] : names
}

function removeLinks(element: Root): void {
  visit(element, 'link', (link: Link, index, parent) => {
    if (!parent || index === undefined) return
    parent.children.splice(index, 1, ...link.children)
    return index
  })
}

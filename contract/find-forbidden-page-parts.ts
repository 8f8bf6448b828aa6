import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { requiredComponentAttributes } from './article-components.ts'
import { articleSyntaxPlugins } from './article-syntax.ts'
import type { PageProblem } from './authoring.ts'
import { audioEndings, hasEnding, linkableEndings, videoEndings } from './file-endings.ts'
import { isAllowedLinkAddress } from './link-address.ts'

/** The properties of a node of the syntax tree that the check reads. */
interface Node {
  type: string
  name?: string | null
  url?: string
  attributes?: Attribute[]
  children?: Node[]
  position?: { start: { line: number } } | undefined
}

interface Attribute {
  type: string
  name?: string
  value?: unknown
}

/** Parses MDX as the build does (createProcessor of @mdx-js/mdx), without the parts that compile and run it. */
const parser = unified().use(remarkParse).use(remarkMdx).use(articleSyntaxPlugins)

/** The nodes that the build runs as code, with the message that refuses each. */
const codeNodes: Record<string, string> = {
  mdxjsEsm: 'The desk saves no import and no export.',
  mdxFlowExpression: 'The desk saves no code between { and }. Write \\{ for a brace.',
  mdxTextExpression: 'The desk saves no code between { and }. Write \\{ for a brace.',
}

/** Nodes of Markdown that the build renders as text of the article. Any other node is refused. */
const markdownNodes = new Set(
  `root yaml paragraph heading text emphasis strong delete inlineCode code blockquote list listItem thematicBreak break
  link linkReference image imageReference definition footnoteReference footnoteDefinition table tableRow tableCell
  math inlineMath`.split(/\s+/),
)

/**
 * Matches the path of a file in the folder of the page. The build imports the file, so the path must have no query and
 * cannot leave the folder.
 */
const fileBeside = /^\.\/(?:[\p{L}\p{N}_-][\p{L}\p{N}._-]*\/)*[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u
const shownEndings = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif', ...videoEndings, ...audioEndings]
const otherLink = /^(?:mailto:[^\s\p{Cc}\p{Cf}\\]+|#[^\s\p{Cc}\p{Cf}\\]*)$/iu

/** Attributes with a URL that a reader can follow. The other attributes with URLs name files, which need an import. */
const linkAttributes = new Set(['to', 'from', 'href', 'link'])
const fileAttributes = new Set(['src', 'poster', 'srcSet', 'captions', 'track', 'picture'])
/** Attributes by which React runs code or sets HTML. */
const neverAttributes = /^(?:on.*|dangerouslySetInnerHTML|style|ref|key|children|is|srcdoc|formaction|action|.*:.*)$/i

const isFileBeside = (path: string, endings: readonly string[]) => fileBeside.test(path) && hasEnding(path, endings)

const isLink = (address: string): boolean => isAllowedLinkAddress(address) || otherLink.test(address)

/**
 * Lists the parts of a page that the desk refuses to save: everything but Markdown and the components of articles with
 * literal attributes. Every part that is not on a list of harmless parts is refused.
 * @param source the whole file
 */
export function findForbiddenPageParts(source: string): PageProblem[] {
  let tree: Node
  try {
    tree = parser.parse(source) as Node
  } catch (error) {
    if (!(error instanceof Error && 'reason' in error)) throw error
    const { line, reason } = error as Error & { line?: number; reason: string }
    // For a tag that is not closed, the parser gives the position only in the text of the error, as in (3:1-3:10).
    const [, atLine = 1] = /\((\d+):\d+-/.exec(reason) ?? []
    return [{ line: line ?? Number(atLine), message: reason }]
  }
  const problems: PageProblem[] = []
  const visit = (node: Node) => {
    const { line } = node.position?.start ?? { line: 1 }
    for (const message of findErrors(node)) problems.push({ line, message })
    for (const child of node.children ?? []) visit(child)
  }
  visit(tree)
  return problems
}

function findErrors(node: Node): string[] {
  const code = codeNodes[node.type]
  if (code) return [code]
  if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') return findElementErrors(node)
  if (!markdownNodes.has(node.type)) return [`The desk does not know this part of Markdown (${node.type}).`]
  if (node.type === 'image')
    return isFileBeside(node.url ?? '', shownEndings)
      ? []
      : [`${node.url} is no picture, video or recording beside the page. Drop the file into the text.`]
  // A definition gives the URL of a link or of a picture. Pictures that use a definition are refused, so every
  // definition is checked as a link.
  if (node.type === 'imageReference') return ['Write the address of the picture in the same place: ![words](./file).']
  if (node.type === 'link' || node.type === 'definition')
    return isLink(node.url ?? '') || isFileBeside(node.url ?? '', linkableEndings)
      ? []
      : [`${node.url} is no address that a link may have. Begin it with https:// or /.`]
  return []
}

function findElementErrors({ name, attributes = [] }: Node): string[] {
  if (name === 'If') {
    const isPlain = attributes.every(({ type, value }) => type === 'mdxJsxAttribute' && (value ?? null) === null)
    return isPlain ? [] : ['<If> holds the name of a feature and nothing else.']
  }
  if (!name || !Object.hasOwn(requiredComponentAttributes, name))
    return [`${name ? `<${name}>` : '<>'} is not one of the components that the desk saves.`]
  return attributes.flatMap((attribute) => findAttributeError(name, attribute) ?? [])
}

function findAttributeError(element: string, { type, name = '', value }: Attribute): string | undefined {
  if (type !== 'mdxJsxAttribute') return `<${element}> has attributes from code, as in {...props}. Write them out.`
  if (neverAttributes.test(name)) return `<${element}> may not have the attribute ${name}.`
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return `The attribute ${name} of <${element}> is code. Write it as ${name}="…".`
  // The build replaces only imported paths by the URL of the file. So a literal path would not work.
  if (fileAttributes.has(name)) return `The file of <${element}> needs an import, which the desk does not save.`
  if (linkAttributes.has(name) && !isLink(value)) return `${value} is no address that ${name} of <${element}> may have.`
  if (/^[\s\p{Cc}\p{Cf}]*(?:javascript|vbscript|data|file|blob)[\s\p{Cc}\p{Cf}]*:/iu.test(value))
    return `${value} is no text that the attribute ${name} of <${element}> may have.`
  return undefined
}

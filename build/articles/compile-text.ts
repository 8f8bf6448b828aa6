import path from 'node:path'
import { compile } from '@mdx-js/mdx'
import type { Expression, Node, Program } from 'estree'
import type { Root } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { visit } from 'unist-util-visit'
import { VFile } from 'vfile'
import { site } from '#site'
import { requiredComponentAttributes } from '../../contract/article-components.ts'
import type { CompiledPage, CompiledPageNode } from '../../web/articles/text.ts'
import type { PageSummary } from '../../web/kit/page.ts'
import { readVisiblePages } from '../content.ts'
import { type CompiledArticleFacts, getMdxCompileOptions } from '../mdx.ts'
import { reuseOrMakeContent } from '../reused-files.ts'
import { findScenePicture, listSceneNames, resolvePageScene } from '../scenes.ts'
import { contentFolder } from '../site.ts'
import { readFileOrUnsavedText } from '../unsaved-page.ts'
import type { ImportedFileWriter } from './imported-file-writer.ts'
import { inlineFileWriter, isFileImport, outputImportedFile } from './imported-files.ts'

/** Stands for an imported file in a compiled text, until `addImportedFilesToCompiledText` replaces it. */
interface ImportedFile {
  $import: string
}

/**
 * Thrown when a page has code of its own. Such a page cannot become data, so the bundler compiles the page as a module.
 */
class OwnCodeError extends Error {}

/** A text without its imported files and without its related articles. */
type CompiledText = Omit<CompiledPage, 'related'>

/**
 * Compiles a page to data: Markdown, and components whose attributes are literals or imported files.
 * @param pages all pages of the site; the stages of Home show pictures of these pages
 * @returns null for a page that has code of its own; the bundler compiles such a page
 * @throws when the article has an error; a build reports such errors earlier, in `checkArticles`
 */
export async function compilePageText(
  { file, scene }: PageSummary,
  pages: readonly PageSummary[],
): Promise<CompiledText | null> {
  const full = path.join(contentFolder, file)
  const source = String(readFileOrUnsavedText(full))
  // The list of pages contains no scene for a draft.
  const own = scene ?? resolvePageScene(source, `content/${file}`)
  const shown = source.includes('<Stage')
    ? [pages.map(({ scene }) => scene), listSceneNames().map(findScenePicture)]
    : []
  const json = await reuseOrMakeContent('text', [file, source, JSON.stringify([own, shown])], async () =>
    Buffer.from(JSON.stringify(await compilePageSource(full, source))),
  )
  return JSON.parse(String(json))
}

/** The compiled texts by file; null for a page that has code of its own. */
export type CompiledTextsByFile = ReadonlyMap<string, CompiledText | null>

/** Compiles the pages of a site (`compilePageText`). */
export async function compilePageTexts(pages: readonly PageSummary[]): Promise<CompiledTextsByFile> {
  const written = pages.filter(({ list }) => !list)
  return new Map(
    await Promise.all(written.map(async (page) => [page.file, await compilePageText(page, pages)] as const)),
  )
}

/** Adds the imported files and the related articles to the compiled text of a page. */
export async function addImportedFilesToCompiledText(
  page: PageSummary,
  compiled: CompiledText,
  output: ImportedFileWriter,
): Promise<CompiledPage> {
  const json = JSON.stringify({ ...compiled, related: page.related ?? [] })
  const sources = new Set<string>()
  JSON.parse(json, (_, value: unknown) => {
    if (isImport(value)) sources.add(value.$import)
    return value
  })
  const values = new Map<string, unknown>()
  for (const source of sources)
    values.set(source, await outputImportedFile(path.resolve(contentFolder, path.dirname(page.file), source), output))
  return JSON.parse(json, (_, value: unknown) => (isImport(value) ? values.get(value.$import) : value))
}

/**
 * Loads the text of one page without writing files: for development, previews and tests.
 * @returns undefined for a page that has code of its own, and for a file that is no page
 */
export async function compilePageFileInMemory(file: string): Promise<CompiledPage | undefined> {
  const pages = readVisiblePages()
  const page = pages.find((one) => one.file === file)
  const compiled = page && (await compilePageText(page, pages))
  return compiled ? addImportedFilesToCompiledText(page, compiled, inlineFileWriter) : undefined
}

const isImport = (value: unknown): value is ImportedFile =>
  typeof value === 'object' && value !== null && '$import' in value

/** Compiles the text of a page. @param full the path of its file @returns null when the page has code of its own */
export async function compilePageSource(full: string, source: string): Promise<CompiledText | null> {
  const file = new VFile({ path: full, value: source })
  const { rehypePlugins, ...options } = getMdxCompileOptions(site.features)
  let nodes: CompiledPageNode[] = []
  try {
    const rehypeNodes = () => (tree: Root) => {
      nodes = toNodes(tree, full)
    }
    await compile(file, { ...options, rehypePlugins: [...rehypePlugins, rehypeNodes] })
  } catch (error) {
    if (error instanceof OwnCodeError) return null
    throw error
  }
  return { ...(file.data.article as CompiledArticleFacts), nodes }
}

/** An element while the tree is converted. JSON.stringify turns it into a `CompiledPageElement`. */
class ElementNode {
  readonly name: string
  readonly properties: Record<string, unknown>

  constructor(name: string, properties: Record<string, unknown>) {
    this.name = name
    this.properties = properties
  }

  get children(): unknown[] {
    return [this.properties.children ?? []].flat()
  }

  toJSON() {
    const { children: _, ...properties } = this.properties
    return [this.name, Object.keys(properties).length > 0 ? properties : null, ...this.children]
  }
}

/** Converts the tree of an article. @throws {OwnCodeError} */
function toNodes(tree: Root, filePath: string): CompiledPageNode[] {
  const imports = new Map<string, ImportedFile>()
  visit(tree, 'mdxjsEsm', ({ data }) => {
    for (const [name, source] of listImports(data?.estree)) imports.set(name, { $import: source })
  })
  const jsx = (name: unknown, properties: object) => new ElementNode(String(name), { ...properties })
  const root = toJsxRuntime(withoutCode(tree), {
    Fragment: '' as never,
    jsx: jsx as never,
    jsxs: jsx as never,
    filePath,
    stylePropertyNameCase: 'dom',
    createEvaluater: () => ({
      evaluateExpression: (expression) => evaluateLiteral(expression, imports),
      evaluateProgram: () => undefined,
    }),
  }) as unknown as ElementNode
  return root.children as CompiledPageNode[]
}

/** Lists each import of a program: its variable and its file. @throws {OwnCodeError} for any other statement */
function listImports(program: Program | null | undefined): [name: string, source: string][] {
  return (program?.body ?? []).map((statement) => {
    const [specifier, ...others] = statement.type === 'ImportDeclaration' ? statement.specifiers : []
    const source = statement.type === 'ImportDeclaration' ? String(statement.source.value) : ''
    if (specifier?.type !== 'ImportDefaultSpecifier' || others.length > 0 || !isFileImport(source))
      throw new OwnCodeError()
    return [specifier.local.name, source]
  })
}

/** Removes the imports and comments from the tree. Returns the same tree. */
function withoutCode(tree: Root): Root {
  const isEmpty = (node: { type: string; data?: { estree?: Program | null } }) =>
    node.type === 'mdxjsEsm' ||
    ((node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') && node.data?.estree?.body.length === 0)
  visit(tree, (node, index, parent) => {
    if (!parent || index === undefined || !isEmpty(node as never)) return
    parent.children.splice(index, 1)
    return index
  })
  return tree
}

/** Evaluates a literal, an imported file or the name of a component. @throws {OwnCodeError} for any other code */
function evaluateLiteral(node: Expression | Node, imports: ReadonlyMap<string, ImportedFile>): unknown {
  const evaluate = (inner: Expression | Node) => evaluateLiteral(inner, imports)
  switch (node.type) {
    case 'Identifier':
      if (imports.has(node.name)) return imports.get(node.name)
      if (Object.hasOwn(requiredComponentAttributes, node.name)) return node.name
      break
    case 'Literal':
      if (node.value === null || ['string', 'number', 'boolean'].includes(typeof node.value)) return node.value
      break
    case 'UnaryExpression': {
      const value = evaluate(node.argument)
      if (node.operator === '-' && typeof value === 'number') return -value
      break
    }
    case 'TemplateLiteral':
      if (node.expressions.length === 0) return node.quasis[0]?.value.cooked
      break
    case 'ArrayExpression':
      return node.elements.map((element) => (element ? evaluate(element) : null))
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.map((property) => {
          if (property.type !== 'Property' || property.computed || property.kind !== 'init') throw new OwnCodeError()
          const { key, value } = property
          return [key.type === 'Identifier' ? key.name : String(evaluate(key)), evaluate(value)]
        }),
      )
  }
  throw new OwnCodeError()
}

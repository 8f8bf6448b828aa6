import path from 'node:path'
import type { CompileOptions } from '@mdx-js/mdx'
import mdx from '@mdx-js/rollup'
import type { Root } from 'hast'
import { toText } from 'hast-util-to-text'
import rehypeAutolinkHeadings from 'rehype-autolink-headings'
import rehypeSlug from 'rehype-slug'
import { visit } from 'unist-util-visit'
import type { VFile } from 'vfile'
import type { Plugin } from 'vite'
import { site } from '#site'
import { articleSyntaxPlugins } from '../contract/article-syntax.ts'
import type { SiteFeatures } from '../contract/site-config.ts'
import type { Heading } from '../web/kit/page.ts'
import type { ScenePicture } from '../web/look/picture.ts'
import { createExpressionAttribute, type JsxElement, parseEsm } from './articles/article-file.ts'
import { remarkCheckImports } from './articles/article-imports.ts'
import { remarkMedia } from './articles/article-media.ts'
import { remarkCallouts } from './articles/callouts.ts'
import { remarkCode } from './articles/code-blocks.ts'
import { remarkCheckComponents } from './articles/components.ts'
import { avoidReservedId } from './articles/element-ids.ts'
import { remarkCheckHtmlElements } from './articles/elements.ts'
import { footnoteOptions, remarkCheckFootnotes } from './articles/footnotes.ts'
import { remarkFormulas } from './articles/formulas.ts'
import { rehypeFreeHeadingIds } from './articles/heading-ids.ts'
import { loadImportedFilesPlugin } from './articles/imported-files.ts'
import { remarkLinkedFiles } from './articles/linked-files.ts'
import { rehypeRepairNesting } from './articles/nesting.ts'
import {
  rehypeTableAlignment,
  rehypeTaskNames,
  remarkCheckIndents,
  remarkShiftHeadings,
} from './articles/plain-markdown-input.ts'
import { readVisiblePages } from './content.ts'
import { remarkIf } from './if-feature.ts'
import { estimateMinutes } from './reading-time.ts'
import { findScenePicture, resolvePageScene } from './scenes.ts'
import { contentFolder, siteFolder } from './site.ts'

declare module 'vfile' {
  interface DataMap {
    article: Partial<CompiledArticleFacts>
  }
}

/** Facts about an article that its compilation finds, in addition to the content. */
export interface CompiledArticleFacts {
  headings: Heading[]
  /** The reading time in whole minutes. */
  minutes: number
  scene: ScenePicture
}

/**
 * Finds the picture of a page. On Home, the `Hero` gets this picture, and each `Stage` gets the picture of the scene
 * that it names or of the page that it links to. The path of that page becomes the id of the `Stage`, because several
 * stages can show the same scene.
 */
function rehypeScenes() {
  return (tree: Root, file: VFile) => {
    const label = path.relative(siteFolder, file.path)
    const scene = resolvePageScene(String(file.value), label)
    let pages: ReturnType<typeof readVisiblePages> | undefined
    const findPicture = (own: unknown, to: unknown): ScenePicture => {
      if (own) return findScenePicture(String(own)) ?? scene
      // Reading all pages takes about 30 ms, so all stages of a page share the result.
      pages ??= readVisiblePages()
      return pages.find(({ path: address }) => address === to)?.scene ?? scene
    }
    visit(tree, ['mdxJsxFlowElement', 'mdxJsxTextElement'], (node) => {
      const { name, attributes } = node as unknown as JsxElement
      const isStage = name === 'Stage'
      if (name !== 'Hero' && !isStage) return
      const attributeOf = (name: string) => attributes.find((each) => each.name === name)?.value
      const to = attributeOf('to')
      const picture = isStage ? findPicture(attributeOf('scene'), to) : scene
      const id = avoidReservedId(String(to).replace(/^\//, ''))
      if (isStage) attributes.push({ type: 'mdxJsxAttribute', name: 'id', value: id })
      attributes.push(createExpressionAttribute('picture', JSON.stringify(picture)))
    })
    file.data.article = { ...file.data.article, scene }
  }
}

/** Finds the headings and the reading time of an article. */
function rehypeOutline() {
  return (tree: Root, file: VFile) => {
    const headings: Heading[] = []
    visit(tree, 'element', (node) => {
      if (node.tagName !== 'h2' && node.tagName !== 'h3') return
      headings.push({ id: String(node.properties.id), text: toText(node), depth: node.tagName === 'h2' ? 2 : 3 })
    })
    const minutes = estimateMinutes(toText(tree), site.language)
    file.data.article = { ...file.data.article, headings, minutes }
  }
}

/** Adds the facts about an article, and the related articles, to the exports of its module. */
function rehypeExports() {
  return (tree: Root, file: VFile) => {
    const { related = [] } =
      readVisiblePages().find((page) => page.file === path.relative(contentFolder, file.path)) ?? {}
    for (const [name, value] of Object.entries({ ...file.data.article, related }))
      tree.children.push(parseEsm(`export const ${name} = ${JSON.stringify(value)}`) as never)
  }
}

/**
 * Throws for an article with errors. A build reports the errors of all articles before it compiles
 * (build/articles/check-articles.ts).
 */
function refuseErrors() {
  return (
    _tree: Root,
    file: { messages: { line?: number | undefined; reason: string }[]; fail: (reason: string) => never },
  ) => {
    if (file.messages.length > 0) file.fail(file.messages.map(({ line, reason }) => `${line}: ${reason}`).join('\n'))
  }
}

/** Returns the plugins that read the Markdown of an article and report its errors. */
export const listRemarkPlugins = (features: SiteFeatures): NonNullable<CompileOptions['remarkPlugins']> => [
  ...articleSyntaxPlugins,
  // Runs before all plugins that move a block out of its parent element.
  remarkCheckIndents,
  [remarkIf, features],
  remarkShiftHeadings,
  remarkCheckImports,
  remarkCheckComponents,
  remarkCheckHtmlElements,
  remarkCheckFootnotes,
  remarkCallouts,
  remarkFormulas,
  remarkMedia,
  remarkLinkedFiles,
  remarkCode,
]

/** Returns the options with which the articles of a site with these features are compiled. */
export const getMdxCompileOptions = (features: SiteFeatures) =>
  ({
    remarkPlugins: [...listRemarkPlugins(features), refuseErrors],
    remarkRehypeOptions: footnoteOptions,
    rehypePlugins: [
      rehypeRepairNesting,
      refuseErrors,
      rehypeTableAlignment,
      rehypeTaskNames,
      rehypeScenes,
      rehypeSlug,
      // Follows the plugin that gives the stages of Home their ids.
      rehypeFreeHeadingIds,
      rehypeOutline,
      [
        rehypeAutolinkHeadings,
        {
          behavior: 'append',
          test: ['h2', 'h3'],
          properties: { className: ['heading-link'], ariaLabel: 'Link to this part' },
          content: { type: 'text', value: '#' },
        },
      ],
    ],
  }) satisfies CompileOptions

/** Compiles the articles that have code of their own (build/articles/compile-text.ts). */
export function mdxPlugin(features: SiteFeatures): Plugin {
  const { rehypePlugins, ...options } = getMdxCompileOptions(features)
  const plugin = mdx({ ...options, rehypePlugins: [...rehypePlugins, rehypeExports] })
  return { ...(plugin as Plugin), enforce: 'pre' }
}

/** Returns the plugins for articles with code, their pictures and their files of code. */
export const createArticleVitePlugins = (features: SiteFeatures): Plugin[] => [
  mdxPlugin(features),
  loadImportedFilesPlugin(),
]

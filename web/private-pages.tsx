import { pages } from 'virtual:content'
import { privateContents } from 'virtual:private-content'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { articleComponents } from './articles/article.tsx'
import { type CompiledPage, renderCompiledPage } from './articles/text.ts'
import { CodeBlock } from './ui/code-block.tsx'

/** The components that private pages use. Their HTML is never hydrated, so their code blocks have no Copy button. */
const components = {
  ...articleComponents,
  pre: (props: ComponentProps<typeof CodeBlock>) => <CodeBlock {...props} copyable={false} />,
}

/**
 * Renders every page of content/private/ as HTML without scripts (S2.09). Only the build imports this file.
 * @param texts the texts of the pages, by file; a page with code of its own has no text
 */
export function renderPrivateArticlesToHtml(
  texts: ReadonlyMap<string, CompiledPage>,
): { path: string; file: string; html: string }[] {
  return pages.flatMap(({ path, file, private: isPrivate }) => {
    if (!isPrivate) return []
    const text = texts.get(file)
    const module = privateContents[file]
    const body = text ? renderCompiledPage(text, components) : module && <module.default components={components} />
    const html = renderToStaticMarkup(<StaticRouter location={path}>{body}</StaticRouter>)
    return [{ path, file, html }]
  })
}

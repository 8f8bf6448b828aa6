import { pages } from 'virtual:content'
import { privateContents } from 'virtual:private-content'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { articleComponents } from './articles/article.tsx'
import { CodeBlock } from './articles/code-block.tsx'

/** The components that private pages use. Their HTML is never hydrated, so their code blocks have no Copy button. */
const components = {
  ...articleComponents,
  pre: (props: ComponentProps<typeof CodeBlock>) => <CodeBlock {...props} copyable={false} />,
}

/** Renders every page of content/private/ as HTML without scripts (S2.09). Only the build imports this file. */
export function renderPrivatePages(): { path: string; file: string; html: string }[] {
  return pages.flatMap(({ path, file }) => {
    const content = privateContents[file]
    if (!content) return []
    const html = renderToStaticMarkup(
      <StaticRouter location={path}>
        <content.default components={components} />
      </StaticRouter>,
    )
    return [{ path, file, html }]
  })
}

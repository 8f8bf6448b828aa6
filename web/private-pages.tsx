import { pages } from 'virtual:content'
import { privateContents } from 'virtual:private-content'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { articleComponents } from './articles/article.tsx'
import { CodeBlock } from './articles/code-block.tsx'

/** Nothing takes this HTML over, so it has no button that would need that. */
const components = {
  ...articleComponents,
  pre: (props: ComponentProps<typeof CodeBlock>) => <CodeBlock {...props} copyable={false} />,
}

/** The words of every page in content/private/, as HTML that needs no script (S2.09); only the build imports this. */
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

import { pages as articles } from 'virtual:content'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { headOf, notFoundPage, socialPictureOf } from './kit/head.ts'
import type { PageSummary } from './kit/page.ts'
import { HatMarble } from './look/hat-marble.tsx'
import { Illustration } from './look/illustrations.tsx'
import { loadPage, loadScreens } from './page-loader.tsx'

export { headOf, notFoundPage, socialPictureOf }

/** Lists every page of the site: the author's articles, then the screens of the features. */
export const listPages = async (): Promise<PageSummary[]> => [...articles, ...(await loadScreens())]

/** Renders a page to the HTML that goes into #root. */
export async function renderPage(page: PageSummary): Promise<string> {
  await loadPage(page.path)
  const app = (
    <StaticRouter location={page.path}>
      <App />
    </StaticRouter>
  )
  const { prelude } = await prerender(app, {
    onError(error) {
      throw error
    },
  })
  return new Response(prelude).text()
}

/** Renders the illustration of a page's social picture as SVG. */
export function drawIllustration(page: PageSummary): string {
  return renderSvg(<Illustration name={page === notFoundPage ? 'lost' : `${page.subject}-tile`} />)
}

/** Renders the site's icon, a marble in a battered hat, as SVG. */
export function drawIcon({ maskable }: { maskable: boolean }): string {
  return renderSvg(<HatMarble maskable={maskable} />)
}

/** Renders a standalone SVG, which needs its namespace. */
function renderSvg(element: ReactNode): string {
  const svg = renderToStaticMarkup(element)
  return svg.includes('xmlns=') ? svg : svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
}

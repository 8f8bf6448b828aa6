import { pages as articles } from 'virtual:content'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { type CompiledPage, setLoadedText } from './articles/text.ts'
import { buildHeadElements, notFoundPage, toSocialPicturePath } from './kit/head.ts'
import type { PageSummary } from './kit/page.ts'
import { drawScenePicture, type ScenePicture } from './look/picture.ts'
import type { Subject } from './look/subjects.ts'
import { loadPage, loadScreenList } from './page-loader.tsx'

export { buildHeadElements, notFoundPage, toSocialPicturePath }

/** Lists every page of the site: the author's articles, then the screens of the features. */
export const listSitePages = async (): Promise<PageSummary[]> => [...articles, ...(await loadScreenList())]

/**
 * Renders a page to the HTML of the element #root.
 * @param text the author's text; undefined for a page without a text, or with code of its own
 */
export async function renderPage(page: PageSummary, text?: CompiledPage): Promise<string> {
  if (text) setLoadedText(page.path, text)
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

/**
 * Returns the picture of a scene as the text of an SVG file.
 * @param place the rectangle that the picture fills, in pixels
 */
export function renderSceneSvg(
  picture: ScenePicture,
  subject: Subject,
  place: Record<'x' | 'y' | 'width' | 'height', number>,
): string {
  const attributes = Object.entries(place).map(([name, value]) => `${name}="${value}"`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${picture.box.join(' ')}" ${attributes.join(' ')}>${drawScenePicture(picture, subject, 'p')}</svg>`
}

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { site } from '#site'
import { findPage } from '../contract/page-path.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { AuthorError } from './author-error.ts'
import { takenPaths } from './front-matter.ts'
import { contentFolder, servedFolder } from './site.ts'

/**
 * Checks the links that the author wrote. Does not check links to other sites and to addresses that the server answers
 * itself.
 * @throws AuthorError with the file and line of each link whose page or file does not exist
 */
export function checkLinks(
  articles: { path: string; file: string; html: string }[],
  pages: Pick<PageSummary, 'path' | 'aliases'>[],
): void {
  const isBroken = (address: string, href: string): boolean => {
    const { origin, pathname } = new URL(href, site.origin + address)
    if (origin !== site.origin) return false
    const isFound =
      findPage(pages, pathname) ||
      takenPaths.includes(pathname.split('/', 2).join('/')) ||
      existsSync(path.join(servedFolder, pathname))
    return !isFound
  }
  const errors = articles.flatMap(({ path: address, file, html }) => {
    const links = [...new Set([...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href))]
    const broken = file ? links.filter((href) => isBroken(address, href)) : []
    const lines = broken.length > 0 ? readFileSync(path.join(contentFolder, file), 'utf8').split('\n') : []
    return broken.flatMap((href) => {
      const line = lines.findIndex((text) =>
        [`(${href})`, `"${href}"`, `'${href}'`].some((link) => text.includes(link)),
      )
      if (line < 0) return []
      return `content/${file}:${line + 1}: ${href} is no page and no file of the site. Change the link, or put it within <If> when a feature is switched off.`
    })
  })
  if (errors.length > 0) throw new AuthorError(errors.join('\n'))
}

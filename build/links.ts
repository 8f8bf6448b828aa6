import { existsSync } from 'node:fs'
import path from 'node:path'
import { createProcessor } from '@mdx-js/mdx'
import { EXIT, visit } from 'unist-util-visit'
import { findNearestNames } from '#contract/nearest-names.ts'
import { site } from '#site'
import { articleSyntaxPlugins } from '../contract/article-syntax.ts'
import { decodePercentEncoding, findPage, isReservedPath } from '../contract/page-path.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { avoidReservedId } from './articles/element-ids.ts'
import { AuthorError } from './author-error.ts'
import { contentFolder, publicBuildFolder } from './site.ts'
import { readFileOrUnsavedText } from './unsaved-page.ts'

/** A page with the HTML of its text. */
interface LinkedPage {
  path: string
  /** The file of the page below content/; empty for a screen. */
  file: string
  html: string
}

/** Matches anchors that no HTML of the build contains: those of the browser, and those of the comments. */
const dynamicAnchors = /^(top$|comment|:~:)/

/**
 * Checks the links that the author wrote. Ignores links to other sites and links to paths that the server answers
 * itself. In a link to a screen, ignores the anchor.
 * @param hidden the drafts and the scheduled pages
 * @param folder the content folder
 * @throws AuthorError with the file and line of each link that is no URL, or whose page, file or anchor does not exist
 */
export function checkLinks(
  articles: LinkedPage[],
  pages: Pick<PageSummary, 'path' | 'aliases'>[],
  hidden: Pick<PageSummary, 'path' | 'aliases'>[],
  folder = contentFolder,
): void {
  const anchors = new Map<string, Set<string>>()
  for (const { path, file, html } of articles) {
    if (!file) continue
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id).filter((id) => avoidReservedId(id) === id)
    // A private page is rendered in two parts, its text and the page around it, so `articles` contains it twice.
    anchors.set(path, new Set([...(anchors.get(path) ?? []), ...ids]))
  }

  const findError = (address: string, href: string): string | undefined => {
    if (!URL.canParse(href, site.origin + address))
      return `${href} is no address that a browser can open. Correct it, or write it between two \` as code.`
    const { origin, pathname, hash } = new URL(href, site.origin + address)
    if (origin !== site.origin) return undefined
    const page = findPage(pages, pathname)
    if (page) {
      const anchor = decodePercentEncoding(hash.slice(1))
      const known = anchors.get(page.path)
      if (!known || !anchor || dynamicAnchors.test(anchor) || known.has(anchor)) return undefined
      const nearest = findNearestNames(anchor, known).map((id) => `#${id}`)
      return `${page.path} has no part #${anchor}.${nearest.length > 0 ? ` The nearest ones are ${nearest.join(', ')}.` : ''}`
    }
    const isFound =
      isReservedPath(pathname) || existsSync(path.join(publicBuildFolder, decodePercentEncoding(pathname)))
    if (isFound) return undefined
    if (findPage(hidden, pathname))
      return `${href} is a draft or a scheduled page, which readers cannot open yet. Publish it first, or remove the link.`
    const name = `/${path.posix.basename(pathname).replace(/\.(mdx?|html)$/, '')}`
    const advice = findPage(pages, name)
      ? `There is ${name}.`
      : 'Change the link, or put it within <If> when a feature is switched off.'
    return `${href} is no page and no file of the site. ${advice}`
  }

  const errors = articles.flatMap(({ path: address, file, html }) => {
    if (!file) return []
    const links = [...new Set([...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => unescapeHtml(href)))]
    return links.flatMap((href) => {
      const error = findError(address, href)
      const line = error && findLine(String(readFileOrUnsavedText(path.join(folder, file))), href)
      // Ignores links that the author did not write: the program contains them, and its tests check them.
      return line ? [`content/${file}:${line}: ${error}`] : []
    })
  })
  if (errors.length > 0) throw new AuthorError(errors.join('\n'))
}

/**
 * Returns the number of the line on which an article links to a URL, in Markdown or in a quoted JSX attribute. Returns
 * undefined when no line has such a link.
 */
function findLine(source: string, href: string): number | undefined {
  const address = decodePercentEncoding(href)
  let found: number | undefined
  visit(createProcessor({ remarkPlugins: articleSyntaxPlugins }).parse(source), ['link', 'definition'], (node) => {
    if (!('url' in node) || decodePercentEncoding(String(node.url)) !== address) return
    found = node.position?.start.line
    return EXIT
  })
  if (found) return found
  const quoted = [href, address].flatMap((text) => [`"${text}"`, `'${text}'`])
  const line = source.split('\n').findIndex((text) => quoted.some((link) => text.includes(link)))
  return line < 0 ? undefined : line + 1
}

/** Decodes the entities that React writes in the value of an attribute. */
const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => escapedSigns[name] ?? '')
const escapedSigns: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

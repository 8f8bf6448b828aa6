import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Feed } from 'feed'
import MiniSearch from 'minisearch'
import { site } from '#site'
import { escapeHtml, removeInvalidXmlCharacters } from '../contract/escape-html.ts'
import { dayColours } from '../contract/site-colours.ts'
import { type SearchSection, searchOptions } from '../web/features/search/search-index.ts'
import { listArticlesByDate } from '../web/kit/articles.ts'
import { type IndexablePage, isIndexablePage, type PageSummary } from '../web/kit/page.ts'
import { type PageSection, renderFeedHtml, splitIntoSections } from './page-text.ts'
import { reuseOrMakeContent } from './reused-files.ts'
import { publicBuildFolder, type RenderedPageContent } from './site.ts'

/**
 * The sitemaps of the site. The server writes the sitemap of the kitchens
 * (server/features/ordering/kitchens/kitchen-pages.ts).
 */
const sitemaps = ['sitemap.xml', ...(site.features.ordering ? ['sitemap-kitchens.xml'] : [])]

/** Writes the files for machines: sitemap, robots.txt, feeds, web manifest and search index. */
export async function writeMachineReadableFiles(rendered: RenderedPageContent[]): Promise<void> {
  const pages = rendered.filter((one): one is RenderedPublicPage => isIndexablePage(one.page))
  const files: Record<string, string> = {
    'sitemap.xml': sitemapOf(pages),
    'robots.txt': `User-agent: *\nAllow: /\n\n${sitemaps.map((file) => `Sitemap: ${site.origin}/${file}\n`).join('')}`,
    ...(await renderFeeds(pages)),
    'manifest.webmanifest': JSON.stringify(manifest),
    'search-index.json': JSON.stringify(await createSearchIndex(pages.filter(({ page }) => !page.list))),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(publicBuildFolder, name), text)
}

type RenderedPublicPage = RenderedPageContent & { page: IndexablePage }

/** Returns a sitemap (https://www.sitemaps.org/protocol.html). Paths contain no characters that need escaping. */
function sitemapOf(pages: RenderedPublicPage[]): string {
  const urls = pages.map(
    ({ page }) => `<url><loc>${site.origin}${page.path}</loc><lastmod>${lastChange(page)}</lastmod></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

const lastChange = <P extends PageSummary>({ published, updated = published }: P): string | P['published'] => updated

/** The maximum number of articles in a feed, which contains their whole texts. */
const FEED_ARTICLES = 20

/** Returns the feeds by the names of their files. @param rendered pages of any kind; only articles enter the feeds */
export async function renderFeeds(rendered: RenderedPageContent[]) {
  const feed = await createFeed(rendered)
  // In Atom, the library writes titles and summaries as HTML (RFC 4287 3.1.1.2). It writes tags as attributes, and
  // escapes no `<` there.
  const atom = await createFeed(rendered, { text: escapeHtml, tag: (name) => name.replaceAll('<', '‹') })
  return {
    'feed.xml': removeInvalidXmlCharacters(feed.rss2()),
    'atom.xml': removeInvalidXmlCharacters(atom.atom1()),
    'feed.json': feed.json1(),
  }
}

/**
 * Creates the feed of the newest articles.
 * @param rendered pages of any kind; only articles enter the feed
 * @param format formats the title and the summary of an article (`text`), and its tags
 */
export async function createFeed(
  rendered: RenderedPageContent[],
  format: Record<'text' | 'tag', (text: string) => string> = { text: String, tag: String },
): Promise<Feed> {
  const pages = rendered.map(({ page }) => page)
  const htmlOf = new Map(rendered.map(({ page, html }) => [page.path, html]))
  const articles = listArticlesByDate(pages).slice(0, FEED_ARTICLES)
  // Without a date, the library writes the time of the build, which would give each build another version.
  const dates = (articles.length > 0 ? articles : pages).flatMap((page) => lastChange(page) ?? [])
  const newest = dates.sort().at(-1)
  const feed = new Feed({
    id: `${site.origin}/`,
    link: `${site.origin}/`,
    title: site.name,
    description: site.description,
    language: site.language,
    copyright: `© ${site.author}`,
    favicon: `${site.origin}/favicon.svg`,
    ...(newest && { updated: new Date(newest) }),
    generator: site.name,
    author: { name: site.author },
    feedLinks: { rss: `${site.origin}/feed.xml`, atom: `${site.origin}/atom.xml`, json: `${site.origin}/feed.json` },
  })
  for (const page of articles) {
    const link = site.origin + page.path
    const html = htmlOf.get(page.path) ?? ''
    const content = await reuseOrMakeContent('feed-html', [page.path, html], async () =>
      Buffer.from(renderFeedHtml(html, page.path)),
    )
    feed.addItem({
      id: link,
      link,
      title: format.text(page.heading ?? page.title),
      description: format.text(page.description || (page.lead ?? site.description)),
      content: content.toString(),
      published: new Date(page.published),
      date: new Date(lastChange(page)),
      category: (page.tags ?? []).map(format.tag).map((name) => ({ name, term: name })),
    })
  }
  return feed
}

/** The web app manifest (https://www.w3.org/TR/appmanifest/). */
const manifest = {
  name: site.name,
  short_name: site.name,
  description: site.description,
  lang: site.language,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: dayColours.page,
  theme_color: dayColours['sky-1'],
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
}

async function createSearchIndex(pages: RenderedPageContent[]): Promise<MiniSearch<SearchSection>> {
  const index = new MiniSearch(searchOptions)
  const found = new Set<string>()
  for (const { page, html } of pages) {
    for (const { id, heading, text } of await readSections(html)) {
      const address = id ? `${page.path}#${id}` : page.path
      if (found.has(address)) continue
      found.add(address)
      const lead = address === page.path ? `${page.lead ?? page.description} ` : ''
      index.add({
        id: address,
        page: page.title,
        heading: heading === page.title ? '' : heading,
        text: lead + text,
        ...(page.placeholder && { placeholder: true }),
      })
    }
  }
  return index
}

async function readSections(html: string): Promise<PageSection[]> {
  const file = await reuseOrMakeContent('sections', [html], async () =>
    Buffer.from(JSON.stringify(splitIntoSections(html))),
  )
  return JSON.parse(file.toString())
}

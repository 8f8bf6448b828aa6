import { hasPathParameters } from '#contract/page-path.ts'
import { site } from '#site'
import { isIndexablePage, type PageSummary } from './page.ts'

/** One element of a page's head, as data. The prerender writes it into the HTML, and a navigation replaces it. */
export interface HeadElement {
  tag: 'title' | 'meta' | 'link' | 'script'
  attributes?: Record<string, string>
  text?: string
}

/** Returns the document title (S2.14, S2.15): the name of the page, then the name of the site. */
export const formatDocumentTitle = (title: string): string => `${title} - ${site.name}`

/** The summary of the 404 page. */
export const notFoundPage: PageSummary = {
  path: '/404',
  title: 'Page not found',
  description: '',
  subject: 'about',
  file: '',
}

/**
 * Returns the path of a page's Open Graph picture, 1200 × 630 pixels (build/drawings.ts). Screens and lists of articles
 * have the picture of Home.
 */
export const toSocialPicturePath = (page: PageSummary): string =>
  `/og/${(!page.screen && !page.list && page.path.slice(1)) || 'home'}.png`

/**
 * Returns the head of a page, for browsers, search engines and other sites (S2.14, S2.15).
 * @param structured data of schema.org, for a page that is not an article and that search engines may find
 */
export function buildHeadElements(page: PageSummary, structured?: object): HeadElement[] {
  const picture = site.origin + toSocialPicturePath(page)
  const title = formatDocumentTitle(page.title)
  const description = page.description || site.description
  const url = site.origin + page.path
  const name = (key: string, content: string): HeadElement => ({ tag: 'meta', attributes: { name: key, content } })
  const property = (key: string, content: string): HeadElement => ({
    tag: 'meta',
    attributes: { property: key, content },
  })
  const type = page.path === '/' || page.list ? 'website' : 'article'
  // A document that serves many URLs has no canonical URL.
  const found = page !== notFoundPage && !hasPathParameters(page.path)
  const data = structured ?? (page.published && describeArticle(page, url, description, picture))
  return [
    { tag: 'title', text: title },
    name('description', description),
    ...(isIndexablePage(page) || structured ? [] : [name('robots', 'noindex')]),
    ...(found ? [{ tag: 'link' as const, attributes: { rel: 'canonical', href: url } }] : []),
    property('og:site_name', site.name),
    property('og:type', type),
    property('og:title', page.title),
    property('og:description', description),
    ...(found ? [property('og:url', url)] : []),
    property('og:image', picture),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', `${page.heading ?? page.title}, ${site.name}`),
    ...(type === 'article' && page.published ? [property('article:published_time', page.published)] : []),
    ...(type === 'article' && page.updated ? [property('article:modified_time', page.updated)] : []),
    ...(page.tags ?? []).map((tag) => property('article:tag', tag)),
    name('twitter:card', 'summary_large_image'),
    ...(data ? [{ tag: 'script' as const, attributes: { type: 'application/ld+json' }, text: toJsonLd(data) }] : []),
  ]
}

const toJsonLd = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')

/** Describes a page in terms of schema.org: an article, a list of articles, or on Home the site. */
function describeArticle(page: PageSummary, url: string, description: string, image: string): object {
  const author = {
    '@type': 'Person',
    name: site.author,
    url: site.origin,
    sameAs: site.social.map((profile) => profile.url),
  }
  const common = { url, description, inLanguage: site.language, author }
  if (page.path === '/') return { '@type': 'WebSite', name: site.name, ...common }
  const dateModified = page.updated ?? page.published
  if (page.list) return { '@type': 'CollectionPage', name: page.title, ...common, dateModified }
  return {
    '@type': 'Article',
    headline: page.heading ?? page.title,
    ...common,
    datePublished: page.published,
    dateModified,
    keywords: page.tags,
    image,
  }
}

/** Sets the title of the document, such as the name of the kitchen shown. */
export function setDocumentTitle(title: string): void {
  const element = document.querySelector('title')
  if (element) element.textContent = formatDocumentTitle(title)
}

/** Replaces the head elements of the previous page. */
export function replaceHead(elements: HeadElement[]): void {
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove()
  for (const { tag, attributes = {}, text } of elements) {
    const element = document.createElement(tag)
    for (const [key, value] of Object.entries({ ...attributes, 'data-head': '' })) element.setAttribute(key, value)
    if (text) element.textContent = text
    document.head.append(element)
  }
}

import type { Picture } from '../look/picture.ts'
import type { Subject } from '../look/subjects.ts'

/** A module below web/features/. Its code is loaded when it is shown (kit/feature-modules.ts). */
export type FeatureModule = `${string}/${string}.tsx`

/**
 * The values of a page that are known before its text is loaded: its front matter, which the build checks
 * (build/front-matter.ts).
 */
export interface PageSummary {
  path: string
  title: string
  heading?: string | undefined
  description: string
  lead?: string | undefined
  group?: string | undefined
  subject: Subject
  order?: number | undefined
  /** Earlier paths of the page. They still lead to the page, and the page keeps their comments. */
  aliases?: string[] | undefined
  wip?: boolean | undefined
  /** Whether the footer of every page links to the page, and the menu does not. */
  footer?: boolean | undefined
  placeholder?: boolean | undefined
  /** The ISO date; undefined for a screen. */
  published?: string | undefined
  /** The picture. Browsers have it with the text of the page, and here only where the text is on the server. */
  scene?: Picture | undefined
  /** The ISO date of the last change that matters to readers; undefined when the page has not changed. */
  updated?: string | undefined
  tags?: string[] | undefined
  /** The name of the series that the page is a part of. */
  series?: string | undefined
  /** The paths of the articles that resemble the page most, computed by the build (build/related-articles.ts). */
  related?: string[]
  /** On a page that lists articles: the tag that they have, or no tag when it lists all (build/article-lists.ts). */
  list?: { tag?: string }
  /** The file of the text below content/; empty for a screen and a list. */
  file: string
  /** The module of a screen. */
  screen?: FeatureModule
  /** The module of the part of a desk page that only admins load. */
  deskScreen?: FeatureModule
  /** Whether the text is on the server only (S2.09). */
  private?: boolean
}

/**
 * Returns whether search engines and the site's search find a page. They find Home, the pages of menu and footer, and
 * the lists of articles, but no private pages.
 */
export const isPublic = (page: PageSummary): page is PublicPage =>
  !page.private &&
  page.published !== undefined &&
  (page.path === '/' || page.group !== undefined || page.footer === true || page.list !== undefined)

export type PublicPage = PageSummary & { published: string }

/** Returns whether the site offers a page by itself: in the feeds, the lists of articles and as a related page. */
export const isArticle = (page: PageSummary): page is PublicPage =>
  isPublic(page) && page.group !== undefined && !page.footer && !page.placeholder

/** A heading of an article, for "On this page". */
export interface Heading {
  id: string
  text: string
  depth: 2 | 3
}

import type { ScenePicture } from '../look/picture.ts'
import type { Subject } from '../look/subjects.ts'

/** The path of a module, relative to web/features/. The module is loaded when it is shown (kit/feature-modules.ts). */
export type FeatureModulePath = `${string}/${string}.tsx`

/**
 * The facts about a page that are known before its text is loaded: its front matter, which the build checks
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
  /**
   * Earlier paths of the page. They redirect to the page, and comments that were written at these paths belong to the
   * page.
   */
  aliases?: string[] | undefined
  wip?: boolean | undefined
  /** Whether the footer of every page links to the page, instead of the menu. */
  footer?: boolean | undefined
  placeholder?: boolean | undefined
  /** The ISO date of publication; undefined for a screen. */
  published?: string | undefined
  /**
   * The picture of the page. In browsers, this field is set only for a page whose text is on the server. For other
   * pages, the picture is loaded with the text.
   */
  scene?: ScenePicture | undefined
  /** The ISO date of the last change that matters to readers; undefined when the page has not changed. */
  updated?: string | undefined
  tags?: string[] | undefined
  /** The name of the series to which the page belongs. */
  series?: string | undefined
  /**
   * The paths of the articles that are most similar to the page, computed by the build (build/related-articles.ts).
   * Like `scene`, this field is set in browsers only for a page whose text is on the server.
   */
  related?: string[] | undefined
  /**
   * Set for a page that lists articles. With a `tag`, only the articles with this tag are listed, otherwise all
   * articles (build/article-lists.ts).
   */
  list?: { tag?: string }
  /** The path of the text file, relative to content/; empty for screens and lists. */
  file: string
  /** The module that renders a screen; undefined for an article. */
  screen?: FeatureModulePath
  /** The module of a desk page's content, which is loaded only for admins. */
  deskScreen?: FeatureModulePath
  /** Whether the text is stored only on the server, and not in the built files (S2.09). */
  private?: boolean
}

/**
 * Returns whether search engines and the site's search may find a page. This is true for Home, the pages in the menu
 * and the footer, and the lists of articles, but not for private pages.
 */
export const isIndexablePage = (page: PageSummary): page is IndexablePage =>
  !page.private &&
  page.published !== undefined &&
  (page.path === '/' || page.group !== undefined || page.footer === true || page.list !== undefined)

export type IndexablePage = PageSummary & { published: string }

/** Returns whether a page is an article, which feeds, lists of articles and related pages may contain. */
export const isListedArticle = (page: PageSummary): page is IndexablePage =>
  isIndexablePage(page) && page.group !== undefined && !page.footer && !page.placeholder

/** Returns the page that lists all articles; undefined on a site without articles. */
export const findAllArticlesPage = (pages: readonly PageSummary[]): PageSummary | undefined =>
  pages.find(({ list }) => list && list.tag === undefined)

/** A heading of an article, for "On this page". */
export interface Heading {
  id: string
  text: string
  depth: 2 | 3
}

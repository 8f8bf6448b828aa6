import type { Subject } from '../look/subjects.ts'

/** A module below web/features/. Its code is loaded when it is shown (kit/feature-modules.ts). */
export type FeatureModule = `${string}/${string}.tsx`

/** What the site knows of a page without loading it: its front matter, checked by the build (build/front-matter.ts). */
export interface PageSummary {
  path: string
  title: string
  heading?: string | undefined
  description: string
  lead?: string | undefined
  group?: string | undefined
  subject: Subject
  order?: number | undefined
  /** The paths it had before: they lead to it, and its comments came along. */
  aliases?: string[] | undefined
  wip?: boolean | undefined
  /** The foot of every page links to it, in place of the menu. */
  footer?: boolean | undefined
  placeholder?: boolean | undefined
  /** ISO date; a screen has none. */
  published?: string | undefined
  /** The file of its words, below content/; a screen has its code in `screen`. */
  file: string
  /** The module of a page that is no article. */
  screen?: FeatureModule
  /** What the screen of a desk page shows to admins alone. */
  deskScreen?: FeatureModule
  /** The words are on the server only (S2.09). */
  private?: boolean
}

/** Whether search engines and the search are told of a page: Home, everything in the menu and in the foot, nothing private. */
export const isPublic = (page: PageSummary): page is PublicPage =>
  !page.private &&
  page.published !== undefined &&
  (page.path === '/' || page.group !== undefined || page.footer === true)

export type PublicPage = PageSummary & { published: string }

/** A heading of an article, for "On this page". */
export interface Heading {
  id: string
  text: string
  depth: 2 | 3
}

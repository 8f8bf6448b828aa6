import * as z from 'zod'

const page = z.object({
  /** The key of the page's stored data, such as its comments (contract/page-key.ts). */
  key: z.string(),
  path: z.string(),
  title: z.string(),
  description: z.string(),
  /** The ISO date; null for a page without one. */
  published: z.string().nullable(),
  /** Whether the page is an article, which feeds and lists contain (web/kit/page.ts). */
  isArticle: z.boolean(),
  private: z.boolean(),
  /** The former paths of the page. */
  aliases: z.array(z.string()),
})
export type SitePage = z.output<typeof page>

const hash = z.string().regex(/^sha(256|384|512)-[A-Za-z0-9+/]+=*$/)

/** The part of build.json that the server reads. */
export const buildDescriptionSchema = z.object({
  /** The hash of all served files: the version of the site (S7.10). */
  version: z.string().min(1),
  /** The hashes of the inline blocks of all pages, for the Content-Security-Policy. */
  csp: z.object({ scripts: z.array(hash), styles: z.array(hash) }),
  /** The author's pages. */
  pages: z.array(page),
  /** The time when the next scheduled page appears, in milliseconds since 1970; null when none is scheduled. */
  nextBuild: z.int().nullable().default(null),
  /**
   * The hash of the program and the configuration: all sources except the pages. A running server can only change to a
   * build with the same hash.
   */
  program: z.string().default(''),
})
export type BuildDescription = z.output<typeof buildDescriptionSchema>

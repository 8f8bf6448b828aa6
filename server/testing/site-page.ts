import { toPageKey } from '#contract/page-key.ts'
import type { SitePage } from '../http/build-output.ts'

/** Returns a page of a build; by default it is not an article. */
export const buildSitePage = (path: string, more: Partial<SitePage> = {}): SitePage => ({
  key: toPageKey(path),
  path,
  title: 'A page',
  description: '',
  published: null,
  isArticle: false,
  private: false,
  aliases: [],
  ...more,
})

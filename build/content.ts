import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { site } from '#site'
import type { SiteConfig } from '../site.config.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { AuthorError } from './author-error.ts'
import { parseFrontMatter } from './front-matter.ts'
import { contentFolder, siteConfig } from './site.ts'

/**
 * Reads the front matter of all pages: the source of routes, menu, metadata, sitemap, feeds and search. The text of a
 * page in `private/` stays on the server; a site without accounts has no such page.
 * @returns the pages in menu order
 * @throws AuthorError with file, line and reason
 */
export function readPages(folder = contentFolder): PageSummary[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.mdx') && (site.features.accounts || !file.startsWith('private/')))
    .sort()
  const errors: string[] = []
  const seen = new Map<string, string>()
  const pages: PageSummary[] = []
  for (const file of files) {
    try {
      const matter = parseFrontMatter(readFileSync(path.join(folder, file), 'utf8'), `content/${file}`)
      for (const path of [matter.path, ...(matter.aliases ?? [])]) {
        const other = seen.get(path)
        if (other) errors.push(`content/${file}: path: ${path} is taken by content/${other}`)
        seen.set(path, file)
      }
      const subject = matter.subject ?? site.groups[matter.group ?? ''] ?? 'about'
      pages.push({ ...matter, subject, file, ...(file.startsWith('private/') && { private: true }) })
    } catch (error) {
      if (!(error instanceof AuthorError)) throw error
      errors.push(error.message)
    }
  }
  if (errors.length > 0) throw new AuthorError(errors.join('\n'))
  const place = Object.keys(site.groups)
  const rank = (page: PageSummary) => (page.group ? place.indexOf(page.group) : place.length)
  return pages.sort((a, b) => rank(a) - rank(b) || (a.order ?? 0) - (b.order ?? 0) || a.path.localeCompare(b.path))
}

/**
 * Checks that each group of the menu has a page or the leaderboard.
 * @throws AuthorError with the line of each empty group in site.config.ts
 */
export function checkGroups(
  pages: Pick<PageSummary, 'group'>[],
  { groups, leaderboard }: Pick<SiteConfig, 'groups' | 'leaderboard'> = site,
): void {
  const used = new Set([...pages.map(({ group }) => group), leaderboard.group])
  const empty = Object.keys(groups).filter((group) => !used.has(group))
  if (empty.length === 0) return
  const lines = readFileSync(siteConfig, 'utf8').split('\n')
  const start = lines.findIndex((line) => /^\s*groups:(?! Record)/.test(line))
  const errors = empty.map((group) => {
    const at = lines.findIndex((line, i) => i >= start && line.includes(group))
    return `${path.basename(siteConfig)}:${at + 1}: The group "${group}" has no page. Write "group: ${group}" in the front matter of a page, or remove the group.`
  })
  throw new AuthorError(errors.join('\n'))
}

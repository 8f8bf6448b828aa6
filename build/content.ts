import { readFileSync } from 'node:fs'
import path from 'node:path'
import { site } from '#site'
import type { SiteConfig } from '../contract/site-config.ts'
import type { PageSummary } from '../web/kit/page.ts'
import { createArticleListPages, toTagSlug } from './article-lists.ts'
import { AuthorError } from './author-error.ts'
import { listContentFiles } from './fingerprint.ts'
import { parseFrontMatter } from './front-matter.ts'
import { findRelatedPathsOfEachPage } from './related-articles.ts'
import { resolvePageScene } from './scenes.ts'
import { contentFolder, siteConfigFile } from './site.ts'
import { readFileOrUnsavedText } from './unsaved-page.ts'

/** A page with the text of its file. */
interface SourcePage {
  page: PageSummary
  source: string
}

/** The pages of a site with the text of their files. Readers see only the published pages. */
interface SourcePages {
  published: SourcePage[]
  drafts: SourcePage[]
  scheduled: SourcePage[]
}

/** The pages of a site. */
interface Content {
  /** The pages that readers see, in menu order. */
  pages: PageSummary[]
  /** The drafts, and the pages that appear later. */
  hidden: PageSummary[]
  /** The time at which the next page appears, in milliseconds since 1970; null when none is scheduled. */
  nextTime: number | null
}

/** File systems have names of at most 255 bytes, and the compressed list of a tag ends in `.html.br`. */
const TAG_ADDRESS_LENGTH_MAX = 247

/** The time at which this build decides which scheduled pages readers see. All pages of a build use the same time. */
const buildTime = Date.now()

/**
 * Reads the front matter of the pages that readers see: the source of routes, menu, metadata, sitemap, feeds and
 * search. Adds the related articles of each page, and the pages that list articles. `npm run dev` shows drafts and
 * scheduled pages, too. The text of a page in `private/` stays on the server; a site without accounts has no such page.
 * @param now the time of the build in milliseconds
 * @returns the pages in menu order
 * @throws AuthorError with file, line and reason
 */
export const readVisiblePages = (folder = contentFolder, now = buildTime): PageSummary[] =>
  readPublishedAndUnpublishedPages(folder, now).pages

/** Reads the pages like `readVisiblePages`, and those that readers do not see yet. @throws AuthorError */
export function readPublishedAndUnpublishedPages(folder = contentFolder, now = buildTime): Content {
  const sources = readSources(folder, now)
  const found = process.env.NODE_ENV === 'development' ? Object.values(sources).flat() : sources.published
  const related = findRelatedPathsOfEachPage(found)
  const pages = found.map(({ page }, i) => ({ ...page, related: related[i] ?? [] }))
  const place = Object.keys(site.groups)
  const rank = (page: PageSummary) => (page.group ? place.indexOf(page.group) : place.length)
  const times = sources.scheduled.map(({ page }) => Date.parse(page.published ?? ''))
  return {
    pages: [...pages, ...createArticleListPages(pages)].sort(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.order ?? 0) - (b.order ?? 0) ||
        (a.group && b.group ? (b.published ?? '').localeCompare(a.published ?? '') : 0) ||
        a.path.localeCompare(b.path),
    ),
    hidden: [...sources.drafts, ...sources.scheduled].map(({ page }) => page),
    nextTime: times.length > 0 ? Math.min(...times) : null,
  }
}

/**
 * Returns the list of pages that browsers load with every page. Leaves out the scene and the related articles of a
 * public page, because the file with the page's text has them.
 */
export const listPageSummaries = (pages = readVisiblePages()): PageSummary[] =>
  pages.map(({ scene, related, ...page }) => (page.private ? { ...page, scene, related } : page))

/**
 * Reads the files of all pages. Does not read the scenes of drafts, because a draft may be unfinished.
 * @throws AuthorError with file, line and reason
 */
function readSources(folder: string, now: number): SourcePages {
  const all = listContentFiles(folder)
  const files = all.filter((file) => file.endsWith('.mdx') && (site.features.accounts || !file.startsWith('private/')))
  const errors = all
    .filter(
      (file) =>
        file.endsWith('.md') && /^(---|\+\+\+)\r?\n/.test(String(readFileOrUnsavedText(path.join(folder, file)))),
    )
    .map((file) => `content/${file}:1: pages are MDX. Rename the file to ${path.basename(file)}x`)
  const found: SourcePages = { published: [], drafts: [], scheduled: [] }
  for (const file of files) {
    try {
      const source = String(readFileOrUnsavedText(path.join(folder, file)))
      const matter = parseFrontMatter(source, `content/${file}`)
      const state = matter.draft ? 'drafts' : Date.parse(matter.published) > now ? 'scheduled' : 'published'
      const scene = matter.draft ? undefined : resolvePageScene(source, `content/${file}`)
      const subject = matter.subject ?? site.groups[matter.group ?? ''] ?? 'about'
      const page = { ...matter, subject, file, scene, ...(file.startsWith('private/') && { private: true }) }
      found[state].push({ page, source })
    } catch (error) {
      if (!(error instanceof AuthorError)) throw error
      errors.push(error.message)
    }
  }
  const pages = Object.values(found).flat()
  errors.push(...findTakenPaths(pages), ...findUnclearTags(pages))
  if (errors.length > 0) throw new AuthorError(errors.join('\n'))
  return found
}

/** Returns an error for each path or alias that another page already has. */
function findTakenPaths(found: SourcePage[]): string[] {
  const owners = new Map<string, string>()
  return found.flatMap(({ page, source }) => {
    const errorsOf = (key: string, path: string) => {
      const owner = owners.get(path)
      owners.set(path, page.file)
      return owner ? [describeError(page, source, key, `${path} is taken by content/${owner}`)] : []
    }
    return [errorsOf('path', page.path), ...(page.aliases ?? []).map((path) => errorsOf('aliases', path))].flat()
  })
}

/**
 * Checks that no page has the path of a screen, because readers could open only one of the two.
 * @param pages all pages of the site, with its screens
 * @throws AuthorError with the file and line of each such path or alias
 */
export function checkScreenPaths(pages: readonly PageSummary[], folder = contentFolder): void {
  const screens = new Map(pages.filter(({ screen }) => screen).map(({ path, title }) => [path, title]))
  const errors = pages.flatMap((page) => {
    const taken = [page.path, ...(page.aliases ?? [])].filter((path) => screens.has(path))
    if (page.screen || taken.length === 0) return []
    const source = String(readFileOrUnsavedText(path.join(folder, page.file)))
    return taken.map((address) => {
      const key = address === page.path ? 'path' : 'aliases'
      return describeError(page, source, key, `${address} is the address of the screen “${screens.get(address)}”`)
    })
  })
  if (errors.length > 0) throw new AuthorError(errors.join('\n'))
}

/** Returns an error for each tag without a URL of its own, such as two spellings of a tag that give the same URL. */
function findUnclearTags(found: SourcePage[]): string[] {
  const owners = new Map<string, { tag: string; file: string }>()
  return found.flatMap(({ page, source }) =>
    (page.tags ?? []).flatMap((tag) => {
      const slug = toTagSlug(tag)
      const owner = owners.get(slug) ?? { tag, file: page.file }
      owners.set(slug, owner)
      if (slug === '') return [describeError(page, source, 'tags', `“${tag}” has no letter and no digit`)]
      if (encodeURIComponent(slug).length > TAG_ADDRESS_LENGTH_MAX)
        return [describeError(page, source, 'tags', `“${tag}” is too long for an address. Shorten it`)]
      if (owner.tag === tag) return []
      const reason = `“${tag}” has the same address as “${owner.tag}” in content/${owner.file}. Write one of them in both files`
      return [describeError(page, source, 'tags', reason)]
    }),
  )
}

function describeError({ file }: PageSummary, source: string, key: string, reason: string): string {
  const line = source.split('\n').findIndex((text) => text.startsWith(`${key}:`)) + 1
  return `content/${file}:${line}: ${key}: ${reason}`
}

/**
 * Checks that each group of the menu has a page or a link.
 * @throws AuthorError with the line of each empty group in site.config.ts
 */
export function rejectEmptyMenuGroups(
  pages: Pick<PageSummary, 'group'>[],
  { groups, links }: Pick<SiteConfig, 'groups' | 'links'> = site,
): void {
  const used = new Set([...pages, ...links].map(({ group }) => group))
  const empty = Object.keys(groups).filter((group) => !used.has(group))
  if (empty.length === 0) return
  const lines = readFileSync(siteConfigFile, 'utf8').split('\n')
  const start = lines.findIndex((line) => /^\s*groups:(?! Record)/.test(line))
  const errors = empty.map((group) => {
    const at = lines.findIndex((line, i) => i >= start && line.includes(group))
    return `${path.basename(siteConfigFile)}:${at + 1}: The group "${group}" has no page. Write "group: ${group}" in the front matter of a page, or remove the group.`
  })
  throw new AuthorError(errors.join('\n'))
}

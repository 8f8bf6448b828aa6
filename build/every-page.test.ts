import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { site } from '#site'
import { homeOnlyComponentNames, requiredComponentAttributes } from '../contract/article-components.ts'
import { articleComponents } from '../web/articles/article.tsx'
import { homeComponents } from '../web/home/home.tsx'
import { isIndexablePage } from '../web/kit/page.ts'
import { listSitePages } from '../web/prerender.tsx'
import { homeElementIds, programElementIds } from './articles/element-ids.ts'
import { PrerenderedTestPage } from './prerendered-test-page.ts'
import { contentFolder } from './site.ts'

const pages = await listSitePages()

const articles = pages.filter(({ screen }) => !screen)
const rendered = new Map(
  await Promise.all(pages.map(async ({ path }) => [path, await PrerenderedTestPage.at(path)] as const)),
)
/** The links from the list of all articles to the lists of the tags. */
const tagLinks = rendered.get('/articles')?.values('nav[aria-label="Tags"] a', 'href') ?? []
/** Returns whether a URL path belongs to a file of the build or of the content folder. */
const isFile = (href: string) =>
  /^\/(feed\.xml|atom\.xml|feed\.json|comments\/[\w-]+\/feed\.xml)$/.test(href) ||
  existsSync(decodeURIComponent(href.replace(/^\/@fs/, '')))

test('the site has a home page, a privacy page, a name, a description and a valid language', () => {
  expect(articles.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/privacy']))
  expect(site.name).not.toBe('')
  expect(site.description.length).toBeGreaterThanOrEqual(10)
  expect(() => new Intl.Locale(site.language)).not.toThrow()
})

describe.each(articles.map((page) => [page.path, page] as const))('%s', (address, page) => {
  const found = rendered.get(address)
  if (!found) throw new Error(`${address} was not rendered`)

  test('the page has a unique title and a unique description', () => {
    const others = articles.filter((other) => other !== page)
    expect(others.map(({ title }) => title)).not.toContain(page.title)
    if (page.description !== '') expect(others.map(({ description }) => description)).not.toContain(page.description)
  })

  test('the page has one h1, its headings skip no level, and all its ids are unique', () => {
    if (page.private) return expect(found.all('h1')).toHaveLength(0)
    const levels = found.all('main h1, main h2, main h3, main h4').map(({ tagName }) => Number(tagName.slice(1)))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [i, level] of levels.entries())
      expect(level - (levels[i - 1] ?? 0), found.texts('h1, h2, h3')[i]).toBeLessThanOrEqual(1)
    const ids = found.values('[id]', 'id')
    expect(ids).toHaveLength(new Set(ids).size)
  })

  test('every id outside of the text is reserved, so no heading gets it', () => {
    const text = new Set(found.values('.prose [id], .stage', 'id'))
    const others = found.values('[id]', 'id').filter((id) => !text.has(id) && !/^_R_|^year-\d+$/.test(id))
    expect([...programElementIds, ...homeElementIds]).toEqual(expect.arrayContaining(others))
  })

  test('the page links only to existing files, pages and headings', () => {
    const broken = found.values('a[href]', 'href').filter((href) => {
      const { origin, pathname, hash } = new URL(href, site.origin + address)
      if (origin !== site.origin || isFile(pathname)) return false
      const target = rendered.get(pathname)
      return !target || (hash !== '' && !target.values('[id]', 'id').includes(decodeURIComponent(hash.slice(1))))
    })
    expect(broken).toEqual([])
  })

  test('every picture of the page has a description of 10 characters or more', () => {
    for (const description of found.values('.prose img', 'alt')) expect(description.length).toBeGreaterThanOrEqual(10)
  })

  test('a public page is linked in the menu, the footer or the list of all articles, and a private page is not', () => {
    expect(existsSync(path.join(contentFolder, page.file))).toBe(true)
    const linked = [...found.values('#menu a, footer a', 'href'), ...tagLinks]
    if (isIndexablePage(page) && address !== '/') expect(linked).toContain(address)
    else if (page.private) expect(linked).not.toContain(address)
  })
})

test('the check of articles accepts exactly the components that pages can show', () => {
  const names = [...Object.keys(articleComponents), ...Object.keys(homeComponents)].filter((name) =>
    /^[A-Z]/.test(name),
  )
  expect(Object.keys(requiredComponentAttributes).sort()).toEqual(names.sort())
  expect(homeOnlyComponentNames).toEqual(Object.keys(homeComponents).sort())
})

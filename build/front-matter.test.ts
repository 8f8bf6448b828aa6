import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { PageSummary } from '../web/kit/page.ts'
import { checkScreenPaths, readPublishedAndUnpublishedPages, readVisiblePages } from './content.ts'

const good = ['path: /a-page', 'title: A page', 'description: About a page', 'group: Seefahrt', 'published: 2026-11-21']

/** Reads the pages of a content folder with the given files. */
const pagesOf = (files: Record<string, string[]>, now?: number) => readVisiblePages(writeContent(files), now)

function writeContent(files: Record<string, string[]>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'))
  for (const [name, lines] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), ['---', ...lines, '---', '', 'Words.'].join('\n'))
  }
  return folder
}

/** Returns the error message of a content folder that cannot be built. */
function complaintOf(files: Record<string, string[]>): string {
  try {
    pagesOf(files)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('was accepted')
}

const replaced = (key: string, line: string) => good.map((other) => (other.startsWith(key) ? line : other))

test('a page has the subject (tile colour) of its group unless the page sets another subject', () => {
  const [page] = pagesOf({ 'a.mdx': good })
  expect(page).toMatchObject({ path: '/a-page', subject: 'projects', file: 'a.mdx' })
  expect(pagesOf({ 'a.mdx': [...good, 'subject: about'] })[0]?.subject).toBe('about')
})

test('sorts pages as in the menu, by group, order and date, the newest first, and adds the list of all articles', () => {
  const page = (path: string, group: string, order?: number, published = '2026-11-21') => [
    `path: /${path}`,
    'title: T',
    'description: D',
    `group: ${group}`,
    ...(order ? [`order: ${order}`] : []),
    `published: ${published}`,
  ]
  const pages = pagesOf({
    'x.mdx': page('last', 'Über mich', 1),
    'y.mdx': page('second', 'Seefahrt', 2),
    'z.mdx': page('first', 'Seefahrt', 1),
    'u.mdx': page('a-older', 'Seefahrt', undefined, '2026-11-19'),
    'v.mdx': page('b-newer', 'Seefahrt', undefined, '2026-11-20'),
  })
  expect(pages.map(({ path }) => path)).toEqual(['/b-newer', '/a-older', '/first', '/second', '/last', '/articles'])
})

test('an update date equal to the day of publication is ignored, because it would precede the time of publication', () => {
  const updatedOf = (published: string) =>
    pagesOf({ 'a.mdx': [...replaced('published', `published: ${published}`), 'updated: 2026-11-21'] })[0]?.updated
  expect(updatedOf('2026-11-21T18:30+01:00')).toBeUndefined()
  expect(updatedOf('2026-11-21')).toBeUndefined()
  expect(updatedOf('2026-11-20T18:30+01:00')).toBe('2026-11-21')
})

test('hides drafts, and hides each scheduled page until its publication time', () => {
  const page = (path: string, ...more: string[]) => [...replaced('path', `path: /${path}`), ...more]
  const scheduled = (path: string, time: string) =>
    page(path).map((line) => (line.startsWith('published') ? `published: ${time}` : line))
  const folder = writeContent({
    'a.mdx': good,
    'b.mdx': page('draft', 'draft: true', 'scene: nonsense'),
    'c.mdx': scheduled('tomorrow', '2026-12-02'),
    'd.mdx': scheduled('evening', '2026-12-01T18:30+01:00'),
    'e.mdx': page('not-a-draft', 'draft: false'),
  })
  const shown = (time: string) =>
    readVisiblePages(folder, Date.parse(time)).flatMap(({ path, list }) => (list ? [] : path))
  const always = ['/a-page', '/not-a-draft']
  expect(shown('2026-12-01T17:29:59.999Z')).toEqual(always)
  expect(shown('2026-12-01T17:30Z').toSorted()).toEqual(['/a-page', '/evening', '/not-a-draft'])
  expect(shown('2026-12-02T00:00Z').toSorted()).toEqual(['/a-page', '/evening', '/not-a-draft', '/tomorrow'])
  const before = readPublishedAndUnpublishedPages(folder, Date.parse('2026-12-01T12:00Z'))
  expect(before.hidden.map(({ path }) => path).toSorted()).toEqual(['/draft', '/evening', '/tomorrow'])
  expect(before.nextTime).toBe(Date.parse('2026-12-01T17:30Z'))
  expect(readPublishedAndUnpublishedPages(folder, Date.parse('2026-12-03')).nextTime).toBe(null)
  expect(readVisiblePages(folder, Date.parse('2026-12-03')).find(({ path }) => path === '/evening')?.published).toBe(
    '2026-12-01T17:30:00Z',
  )
})

test('reports a draft with the path of another page, and a home page that is a draft', () => {
  expect(complaintOf({ 'a.mdx': good, 'b.mdx': [...good, 'draft: true'] })).toContain('/a-page is taken by content/')
  expect(complaintOf({ 'home.mdx': [...replaced('path', 'path: /'), 'draft: true'] })).toBe(
    'content/home.mdx:7: draft: the home page is always published',
  )
})

test('a page keeps its previous paths as aliases, and no other page may use these paths', () => {
  const aliases = ['/old', '/2015/02/a-page/', '/posts/a_page.html']
  expect(pagesOf({ 'a.mdx': [...good, `aliases: [${aliases}]`] })[0]?.aliases).toEqual(aliases)
  const other = replaced('path', 'path: /old')
  expect(complaintOf({ 'a.mdx': [...good, 'aliases: [/old]'], 'b.mdx': other })).toBe(
    'content/b.mdx:2: path: /old is taken by content/a.mdx',
  )
})

test('reports a page whose path is a path of the server', () => {
  expect(complaintOf({ 'a.mdx': replaced('path', 'path: /tools') })).toBe(
    'content/a.mdx:2: path: /tools is an address that the server uses itself',
  )
})

test.each(['/index', '/404'])('reports the path or alias %s, which the build itself uses', (path) => {
  const reason = `${path} is a file that the build writes itself`
  expect(complaintOf({ 'a.mdx': replaced('path', `path: ${path}`) })).toBe(`content/a.mdx:2: path: ${reason}`)
  expect(complaintOf({ 'a.mdx': [...good, `aliases: [${path}]`] })).toBe(`content/a.mdx:7: aliases: ${reason}`)
})

test('reports a page when its path or an alias is the path of a screen, and accepts the screens themselves', () => {
  const folder = writeContent({ 'a.mdx': replaced('path', 'path: /login'), 'b.mdx': [...good, 'aliases: [/order]'] })
  const screens = ['/login', '/order', '/order/:slug'].map((path) => ({ path, title: 'A screen', screen: 'a.tsx' }))
  const check = (pages: object[]) => () => checkScreenPaths([...pages, ...screens] as PageSummary[], folder)
  expect(check(readVisiblePages(folder))).toThrow(
    /^content\/b\.mdx:7: aliases: \/order is the address of the screen “A screen”\ncontent\/a\.mdx:2: path: \/login is the/,
  )
  expect(check([])).not.toThrow()
})

test('reports a page or an alias that has the path of the list of all articles', () => {
  const reason = 'is the address of the list of all articles'
  expect(complaintOf({ 'a.mdx': replaced('path', 'path: /articles') })).toBe(
    `content/a.mdx:2: path: /articles ${reason}`,
  )
  expect(complaintOf({ 'a.mdx': [...good, 'aliases: [/articles]'] })).toBe(
    `content/a.mdx:7: aliases: /articles ${reason}`,
  )
})

test('a file in private/ becomes a private page', () => {
  expect(pagesOf({ 'private/a.mdx': good })[0]).toMatchObject({ private: true, file: 'private/a.mdx' })
})

test.each([
  [
    'an unknown key',
    [...good, 'grup: Seefahrt'],
    /^content\/a\.mdx:7: grup: is not a key of the front matter\. Leave it out\. The nearest keys are group, /,
  ],
  [
    'a key of another site generator',
    [...good.filter((line) => !line.startsWith('published')), 'date: 2026-11-21'],
    /^content\/a\.mdx:6: date: is not a key of the front matter\. Write "published"$/,
  ],
  [
    'a key in capitals',
    [...good.filter((line) => !line.startsWith('title')), 'Title: A page'],
    /^content\/a\.mdx:6: Title: is not a key of the front matter\. Write "title"$/,
  ],
  [
    'a key of another site generator in capitals',
    [...good.filter((line) => !line.startsWith('published')), 'Date: 2026-11-21'],
    /^content\/a\.mdx:6: Date: is not a key of the front matter\. Write "published"$/,
  ],
  [
    'one former path that is no list',
    [...good, 'aliases: /2015/02/a-page/'],
    'content/a.mdx:7: aliases: /2015/02/a-page/ must be a list such as [/2015/02/my-page/]',
  ],
  [
    'one tag that is no list',
    [...good, 'tags: hardware'],
    'content/a.mdx:7: tags: must be a list such as [hardware, soldering]',
  ],
  ['a missing title', good.filter((line) => !line.startsWith('title')), /^content\/a\.mdx:1: title: is missing$/],
  ['an empty title', replaced('title', 'title:'), 'content/a.mdx:3: title: must not be empty'],
  ['a title of spaces', replaced('title', "title: ' '"), /^content\/a\.mdx:3: title: must not be empty$/],
  [
    'a title that is a number',
    replaced('title', 'title: 1984'),
    /^content\/a\.mdx:3: title: must be text\. Put a number /,
  ],
  ['an empty heading', [...good, "heading: ''"], /^content\/a\.mdx:7: heading: must not be empty$/],
  ['an empty lead', [...good, "lead: ''"], /^content\/a\.mdx:7: lead: must not be empty$/],
  [
    'an empty description',
    replaced('description', 'description:'),
    /^content\/a\.mdx:4: description: must be text between single quotes\. /,
  ],
  [
    'a description that is too long',
    replaced('description', `description: ${'a'.repeat(201)}`),
    /^content\/a\.mdx:4: description: must have at most 200 characters$/,
  ],
  ['an empty tag', [...good, "tags: [Funk, '']"], /^content\/a\.mdx:7: tags: has an empty tag$/],
  ['a tag that is a number', [...good, 'tags: [1984]'], /^content\/a\.mdx:7: tags: has a tag that is not text\. Put /],
  [
    'a tag that is too long',
    [...good, `tags: [${'a'.repeat(41)}]`],
    /^content\/a\.mdx:7: tags: has a tag with more than 40 characters$/,
  ],
  ['an unknown group', replaced('group', 'group: Cooking'), /^content\/a\.mdx:5: group: Invalid option/],
  ['a path with a trailing slash', replaced('path', 'path: /a-page/'), /^content\/a\.mdx:2: path: \/a-page\/ must be/],
  [
    'a date that does not exist',
    replaced('published', 'published: 2026-02-30'),
    'content/a.mdx:6: published: must be a date such as 2026-11-21',
  ],
  ['an update before the date of publication', [...good, 'updated: 2026-11-20'], 'content/a.mdx:7: updated: is before'],
  ['a tag that is named twice', [...good, 'tags: [Funk, Funk]'], 'content/a.mdx:7: tags: names a tag twice'],
  ['a tag without letters', [...good, 'tags: [++]'], 'content/a.mdx:7: tags: “++” has no letter and no digit'],
  ['an empty series', [...good, 'series: ""'], /^content\/a\.mdx:7: series: must not be empty$/],
  [
    'a key of another site generator that this site does not use',
    [...good, 'author: Ada'],
    /^content\/a\.mdx:7: author: .*\. Leave it out$/,
  ],
  [
    'a former path with a query',
    [...good, 'aliases: [/a?p=1]'],
    /^content\/a\.mdx:7: aliases: \/a\?p=1 must be a path/,
  ],
  ['a value with a colon', replaced('title', 'title: Rust: a tale'), /^content\/a\.mdx:3: .* between single quotes$/],
  [
    'a value that begins with *',
    replaced('title', 'title: *Words'),
    /^content\/a\.mdx:3: \*Words refers to nothing\. .* between single quotes$/,
  ],
  ['front matter without keys', ['Words'], /^content\/a\.mdx:2: must be keys with values, such as "title: My page"$/],
  ['YAML that cannot be read', [...good, 'lead: "open'], /^content\/a\.mdx:\d+: Missing closing "quote/],
])('the check of front matter reports %s with file, line and reason', (_name, lines, complaint) => {
  expect(complaintOf({ 'a.mdx': lines })).toMatch(complaint)
})

test('the tags C, C++, C# and .NET have addresses of their own', () => {
  const lists = pagesOf({ 'a.mdx': [...good, "tags: [C, C++, 'C#', .NET]"] }).filter(({ list }) => list?.tag)
  expect(lists.map(({ path }) => path).toSorted()).toEqual(
    ['c', 'c-plus-plus', 'c-sharp', 'net'].map((slug) => `/articles/${slug}`),
  )
})

test('reports a tag whose address is too long for the name of a file', () => {
  expect(() => pagesOf({ 'a.mdx': [...good, `tags: [${'海'.repeat(27)}]`] })).not.toThrow()
  expect(complaintOf({ 'a.mdx': [...good, `tags: [${'海'.repeat(28)}]`] })).toBe(
    `content/a.mdx:7: tags: “${'海'.repeat(28)}” is too long for an address. Shorten it`,
  )
})

test('reports a tag that two pages write differently', () => {
  const other = [...replaced('path', 'path: /b-page'), 'tags: [seenot, Küste]']
  expect(complaintOf({ 'a.mdx': [...good, 'tags: [Seenot]'], 'b.mdx': other })).toBe(
    'content/b.mdx:7: tags: “seenot” has the same address as “Seenot” in content/a.mdx. Write one of them in both files',
  )
})

test('reports missing front matter', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'))
  writeFileSync(path.join(folder, 'a.mdx'), 'Words.')
  expect(() => readVisiblePages(folder)).toThrow('content/a.mdx:1: must begin with front matter')
})

test('reports a byte order mark', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'))
  writeFileSync(path.join(folder, 'a.mdx'), `\uFEFF---\n${good.join('\n')}\n---\n`)
  expect(() => readVisiblePages(folder)).toThrow('Save the file as UTF-8 without a byte order mark')
})

test('reports front matter in TOML', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'))
  writeFileSync(path.join(folder, 'a.mdx'), '+++\ntitle = "A page"\n+++\n\nWords.')
  expect(() => readVisiblePages(folder)).toThrow(
    'The lines between +++ are TOML; write them in YAML, as "title: My page"',
  )
})

test('reports a .md file with front matter, and accepts other .md files', () => {
  expect(complaintOf({ 'a.mdx': good, 'b.md': good })).toBe('content/b.md:1: pages are MDX. Rename the file to b.mdx')
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'))
  writeFileSync(path.join(folder, 'README.md'), '# How the pages are kept')
  expect(() => readVisiblePages(folder)).not.toThrow()
})

test('reports two pages with the same path', () => {
  expect(complaintOf({ 'a.mdx': good, 'b.mdx': good })).toBe('content/b.mdx:2: path: /a-page is taken by content/a.mdx')
})

test('reports the errors of all pages at once', () => {
  const complaint = complaintOf({ 'a.mdx': [...good, 'colour: red'], 'b.mdx': ['path: nowhere'] })
  expect(complaint.split('\n').length).toBeGreaterThanOrEqual(4)
})

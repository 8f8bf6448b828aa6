import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { site } from '../../fixture-site/site.config.ts'
import { readBuildOutput } from '../../server/http/build-output.ts'
import { createTestApp } from '../../server/testing/app.ts'
import { fixturePagePaths } from '../paths.ts'
import { buildFolder } from '../services/ports.ts'
import { readPageHtml } from './built-site.ts'

const screens = {
  '/login': 'Log in',
  '/verify-email': 'Verify email',
  '/reset-password': 'Reset password',
  '/welcome': 'Welcome',
}

/** The path of the list of all articles, and the paths of the lists of two tags, one for each tag. */
const listPaths = ['/articles', '/articles/wetter', '/articles/ma%C3%9Farbeit']

/** Reads the width and height from the header of a PNG. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test.each([...fixturePagePaths, ...listPaths])(
  'S2.14 S2.15 %s has its own title, a description, canonical link and Open Graph tags',
  (path) => {
    const html = readPageHtml(path)
    const one = (pattern: RegExp) => {
      const all = [...html.matchAll(pattern)].map(([, value]) => value ?? '')
      expect(all, String(pattern)).toHaveLength(1)
      return all[0] ?? ''
    }
    expect(one(/<title data-head>([^<]+)<\/title>/g)).toMatch(/^.+ - Nebelhorn$/)
    const description = one(/<meta name="description" content="([^"]*)"/g)
    expect(description.length).toBeGreaterThan(20)
    expect(one(/<link rel="canonical" href="([^"]+)"/g)).toBe(site.origin + path)
    expect(one(/<meta property="og:url" content="([^"]+)"/g)).toBe(site.origin + path)
    expect(one(/<meta property="og:description" content="([^"]*)"/g)).toBe(description)
    const data = JSON.parse(one(/<script type="application\/ld\+json" data-head>(.*?)<\/script>/gs))
    expect(data['@context']).toBe('https://schema.org')
    const picture = one(/<meta property="og:image" content="([^"]+)"/g).replace(site.origin, '')
    expect(sizeOf(readFileSync(`${buildFolder}/web${picture}`))[0]).toBe(1200)
  },
)

test.each(['/knoten', '/seewetter-abrufen'])(
  'S2.11 S2.12 the page %s has no description of its own and uses the default description',
  (path) => {
    expect(readPageHtml(path)).toContain(`<meta name="description" content="${site.description}"`)
  },
)

test.each(Object.entries(screens))(
  'the screen %s has the title “%s”, is hidden from search engines, and uses the preview picture of Home',
  (path, title) => {
    const html = readPageHtml(path)
    expect(html).toContain(`<title data-head>${title} - Nebelhorn</title>`)
    expect(html).toContain('<meta name="robots" content="noindex" data-head>')
    expect(html).toContain(`content="${site.origin}/og/home.png"`)
    expect(html).not.toContain('application/ld+json')
  },
)

test.each([...fixturePagePaths, ...listPaths, ...Object.keys(screens), '/404'])(
  'the HTML of %s is a complete document: one h1, a language, one style sheet, and no inline style, handler or script',
  (path) => {
    const html = readPageHtml(path)
    // S2.09: the private page shows visitors no content, and has no h1.
    expect(html.match(/<h1[\s>]/g) ?? []).toHaveLength(path === '/logbuch' ? 0 : 1)
    expect(html).toContain('<html lang="de"')
    const body = html.slice(html.indexOf('<body'))
    expect(body.match(/<[^>]+\sstyle=/g)).toBeNull()
    expect(body.match(/<[^>]+\son[a-z]+=/g)).toBeNull()
    expect(body.match(/<script(?! type="application\/ld\+json")[^>]*>[^<]/g)).toBeNull()
  },
)

const textOf = (file: string) => readFileSync(`${buildFolder}/web/${file}`, 'utf8')

test('the sitemap and robots.txt name every public page and no private page', () => {
  const sitemap = [...textOf('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) =>
    url?.replace(site.origin, ''),
  )
  // `/logbuch` is a private page, and `/fundkiste` is a page without a group.
  const hidden = ['/logbuch', '/fundkiste']
  const pages = sitemap.filter((path) => !path?.startsWith('/articles'))
  expect(pages.toSorted()).toEqual(fixturePagePaths.filter((path) => !hidden.includes(path)).toSorted())
  expect(sitemap).toEqual(expect.arrayContaining(listPaths))
  expect(textOf('sitemap.xml')).toContain(`${site.origin}/regatta</loc><lastmod>2026-02-14</lastmod>`)
  expect(textOf('robots.txt')).toContain(`Sitemap: ${site.origin}/sitemap.xml`)
})

test('all three feeds contain the text of each article, but no placeholders and no private pages', () => {
  const json = JSON.parse(textOf('feed.json'))
  expect(json.version).toContain('https://jsonfeed.org/version/1')
  const articles = json.items.map((item: { url: string }) => item.url.replace(site.origin, ''))
  expect(articles).toContain('/seefunk')
  expect(articles).not.toContain('/anker')
  for (const [file, item] of [
    ['feed.xml', /<item>/g],
    ['atom.xml', /<entry>/g],
  ] as const) {
    const feed = textOf(file)
    expect(feed.match(item)).toHaveLength(articles.length)
    expect(feed).not.toContain('logbuch')
  }
  const seefunk = json.items.find((item: { url: string }) => item.url.endsWith('/seefunk'))
  expect(seefunk.content_html).toContain('von 7 auf 14 Seemeilen')
  expect(seefunk.content_html).toContain(`href="${site.origin}/seewetter-abrufen"`)
})

test('all three feeds list the newest article first, with its dates and tags', () => {
  const [newest] = JSON.parse(textOf('feed.json')).items
  expect(newest).toMatchObject({
    url: `${site.origin}/regatta`,
    date_published: '2026-02-01T00:00:00.000Z',
    date_modified: '2026-02-14T00:00:00.000Z',
    tags: ['Segeln', 'Regeln'],
  })
  const [, atom = ''] = textOf('atom.xml').split('<entry>')
  expect(atom).toContain('<published>2026-02-01T00:00:00.000Z</published>')
  expect(atom).toContain('<updated>2026-02-14T00:00:00.000Z</updated>')
  expect(atom).toMatch(/<category [^>]*term="Segeln"/)
  const [, rss = ''] = textOf('feed.xml').split('<item>')
  expect(rss).toContain('<pubDate>Sun, 01 Feb 2026 00:00:00 GMT</pubDate>')
  expect(rss).toContain('<category>Segeln</category>')
})

test('the structured data of an article names its dates and tags, and that of a list of articles is a collection', () => {
  const dataOf = (path: string) => /ld\+json" data-head>(.*?)<\/script>/s.exec(readPageHtml(path))?.[1] ?? ''
  expect(JSON.parse(dataOf('/regatta'))).toMatchObject({
    '@type': 'Article',
    datePublished: '2026-02-01',
    dateModified: '2026-02-14',
    keywords: ['Segeln', 'Regeln'],
  })
  expect(readPageHtml('/regatta')).toContain('property="article:modified_time" content="2026-02-14"')
  expect(JSON.parse(dataOf('/articles/wetter'))).toMatchObject({
    '@type': 'CollectionPage',
    name: 'Articles about Wetter',
    url: `${site.origin}/articles/wetter`,
  })
})

test('the icons of the web manifest have the sizes that it declares, and the other icons have their declared types', async () => {
  const app = createTestApp({ build: readBuildOutput(path.resolve(buildFolder)) })
  const manifest = JSON.parse(textOf('manifest.webmanifest'))
  expect(manifest.icons.length).toBeGreaterThan(1)
  for (const { src, sizes } of manifest.icons) {
    const { rawPayload } = await app.inject(src)
    if (sizes !== 'any') expect(sizeOf(rawPayload).join('x')).toBe(sizes)
  }
  for (const [url, type] of [
    ['/favicon.ico', 'image/'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/og/home.png', 'image/png'],
  ] as const)
    expect((await app.inject(url)).headers['content-type']).toContain(type)
})

test.each(fixturePagePaths)('the HTML of %s links to the feeds, the icons and the manifest', (path) => {
  const html = readPageHtml(path)
  for (const link of [
    'rel="alternate" type="application/rss+xml"',
    'rel="alternate" type="application/atom+xml"',
    'rel="alternate" type="application/feed+json"',
    'rel="manifest" href="/manifest.webmanifest"',
    'rel="icon" href="/favicon.ico"',
    'rel="apple-touch-icon" href="/apple-touch-icon.png"',
  ])
    expect(html).toContain(link)
})

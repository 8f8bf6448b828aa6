import { readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fixturePagePaths, sites } from '../paths.ts'
import { buildFolder } from '../services/ports.ts'
import { readPageHtml, readScriptByPrefix } from './built-site.ts'

const kB = 1000

test('the error reporter contains no session recording and no feedback form', () => {
  expect(readScriptByPrefix('recording-')).toContain('rrweb')
  expect(readScriptByPrefix('reporter-')).not.toContain('rrweb')
  expect(readScriptByPrefix('reporter-')).not.toMatch(/ReplayCanvas|BrowserTracing|sentry-feedback/)
})

test('React DOM is an ES module in the chunk of all pages, so that browsers parse it once', () => {
  const base = readScriptByPrefix('base-')
  expect(base).toContain('hydrateRoot')
  // CommonJS assigns its exports.
  expect(/\.hydrateRoot\s*=/.test(base)).toBe(false)
})

test('the code of the server does not require the module http2', () => {
  const [main] = /main-[\w-]+\.cjs/.exec(readFileSync(`${buildFolder}/server/main.cjs`, 'utf8')) ?? []
  const code = readFileSync(`${buildFolder}/server/${main}`, 'utf8')
  // A function of the module of Fastify that loads HTTP/2.
  expect(code).toContain('closeHttp2Sessions')
  expect(code).not.toMatch(/require\("(node:)?http2"\)/)
})

test.each(fixturePagePaths)('no file blocks the first paint of %s', (path) => {
  const html = readPageHtml(path)
  expect(html).not.toMatch(/<link[^>]+rel="stylesheet"/)
  expect(html.match(/<style>/g)).toHaveLength(1)
  expect(html).not.toMatch(/<script(?![^>]*(type="module"|application\/ld\+json))[^>]+src=/)
})

test('the style sheet has at most 12 kB, and the style element of Home or of an article has at most 7.5 kB', () => {
  const assets = `${buildFolder}/web/assets`
  const sheet = readdirSync(assets).find((name) => /^main-.*\.css$/.test(name))
  expect(statSync(`${assets}/${sheet}.br`).size).toBeLessThanOrEqual(12 * kB)
  for (const path of ['/', '/seefunk']) {
    const style = /<style>([\s\S]*?)<\/style>/.exec(readPageHtml(path))?.[1] ?? ''
    expect(style.length).toBeGreaterThan(12 * kB)
    expect(brotliCompressSync(style).length, path).toBeLessThanOrEqual(7.5 * kB)
  }
})

// Both sites are tested, because the author's site contains code and private text too.
test.each(sites)('the compressed text of an article of $name has at most 8 kB', ({ name, build, pages }) => {
  const articles = pages.filter(({ path, isPrivate }) => path !== '/' && !isPrivate)
  // The author’s site of a new fork may have only two articles.
  expect(articles.length).toBeGreaterThan(name === 'the fixture site' ? 10 : 0)
  for (const { path } of articles)
    expect(statSync(`${build}/web/texts${path}.json.br`).size, path).toBeLessThanOrEqual(8 * kB)
})

test.each(sites)('S2.09 no served file contains the private text of $name', ({ build, pages }) => {
  const html = pages
    .filter(({ isPrivate }) => isPrivate)
    .map(({ path }) => readFileSync(`${build}/private${path}.html`, 'utf8'))
  const words = [
    // Only longer texts between two tags are searched, because public pages may contain the same single words.
    ...html.flatMap((page) => page.split(/<[^>]*>/)).filter((text) => text.trim().split(/\s+/).length > 5),
    ...html.flatMap((page) => page.match(/[A-Z]:\\[\w\\-]+|https?:\/\/[^"<\s]+/g) ?? []),
  ]
  expect(words.length).toBeGreaterThanOrEqual(html.length)
  const files = readdirSync(`${build}/web`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const file of files) {
    const text = readFileSync(`${file.parentPath}/${file.name}`, 'utf8')
    for (const word of words) expect(text.includes(word), `${word} in ${file.name}`).toBe(false)
  }
})

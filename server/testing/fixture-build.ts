import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

/** This text marks the files that must never be served. A reply that contains this text is a leak. */
export const CANARY = 'canary-5f1d9c'

export const fixtureContents = {
  version: 'fixture-1',
  home: '<!doctype html><title>Home</title><p>home</p>'.padEnd(600, ' '),
  about: '<!doctype html><title>About</title><p>about</p>'.padEnd(600, ' '),
  notFound: '<!doctype html><title>Not found</title><p>no such page</p>'.padEnd(600, ' '),
  script: 'export const answer = 42 // '.padEnd(600, 'x'),
  scriptHash: 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  styleHash: 'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB=',
}

/** The file that defines the content of the fixture. */
export const fixtureDefinitionPath = import.meta.filename

/**
 * Writes the files of a small build into `dist` of a new folder. The files beside `dist`, which must never be served,
 * contain the canary.
 * @returns the new folder
 */
export function writeFixture(parent = tmpdir()): string {
  const root = mkdtempSync(join(parent, 'site-'))
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const writeCompressed = (path: string, content: string) => {
    write(path, content)
    write(`${path}.br`, brotliCompressSync(content))
    write(`${path}.gz`, gzipSync(content))
  }
  const page = (path: string, title: string, more = {}) => ({
    key: path.slice(1) || 'home',
    path,
    title,
    description: '',
    published: '2026-01-01',
    isArticle: false,
    private: false,
    aliases: [],
    ...more,
  })
  const pages = [
    page('/', 'Home'),
    page('/about', 'About', { aliases: ['/who', '/2015/02/of-us/'] }),
    page('/bootsbau', 'PC build'),
    page('/secret', 'Secret', { private: true }),
  ]
  const csp = { scripts: [fixtureContents.scriptHash], styles: [fixtureContents.styleHash] }
  write('dist/build.json', JSON.stringify({ version: fixtureContents.version, csp, pages, sources: CANARY }))
  write('dist/server.js', CANARY)
  write('canary.txt', CANARY)
  write('dist/canary.txt', CANARY)
  write('dist/web/.hidden', CANARY)
  write('dist/web/assets/.hidden', CANARY)
  writeCompressed('dist/web/index.html', fixtureContents.home)
  write('dist/web/articles/ma%C3%9Farbeit.html', fixtureContents.about)
  writeCompressed('dist/web/about.html', fixtureContents.about)
  writeCompressed('dist/web/404.html', fixtureContents.notFound)
  writeCompressed('dist/web/assets/main-abc123.js', fixtureContents.script)
  write('dist/web/assets/gem-abc123.png', Buffer.alloc(64, 7))
  write('dist/web/og/about.png', Buffer.alloc(64, 8))
  write('dist/web/robots.txt', 'User-agent: *\n')
  return root
}

/**
 * Writes a copy of the fixture for a test that changes its files, or starts a process that does. The folder is deleted
 * after the test.
 */
export function writeTemporaryFixture(): string {
  const root = writeFixture()
  onTestFinished(() => rm(root, { recursive: true }))
  return root
}

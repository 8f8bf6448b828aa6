import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const project = mkdtempSync(path.join(tmpdir(), 'hobohat-'))
const parts = [
  'build',
  'contract',
  'scripts',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  '.node-version',
  'site.config.ts',
  'vite.config.ts',
]
for (const part of parts) cpSync(path.join(root, part), path.join(project, part), { recursive: true })
// The compiler's rooms that were not copied are not looked for.
writeFileSync(path.join(project, 'tsconfig.json'), '{}')
symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
cpSync(path.join(root, 'content/home.mdx'), path.join(project, 'content/home.mdx'))
afterAll(() => rmSync(project, { recursive: true }))

/** Builds the project. */
const build = () => spawnSync(process.execPath, ['scripts/build.ts'], { cwd: project, encoding: 'utf8' })
const buildWell = () => {
  const { status, stderr } = build()
  expect(stderr).toBe('')
  expect(status).toBe(0)
}
const built = (file: string) => readFileSync(path.join(project, 'dist/web', file), 'utf8')

const page = `---
path: /brand-new
title: Brand new
description: A page that was added as one file and nothing else.
group: Projects
published: 2026-11-21
---

## An unmistakable heading

Words about quicksilver.
`

test('one file added to content/ adds route, menu entry, metadata, sitemap, feeds and search; the same sources give the same version', () => {
  writeFileSync(path.join(project, 'content/brand-new.mdx'), page)
  buildWell()
  expect(built('brand-new.html')).toContain('Words about quicksilver.')
  expect(built('brand-new.html')).toContain('<title data-head>Brand new - Hobohat</title>')
  expect(built('brand-new.html')).toContain('content="A page that was added as one file and nothing else."')
  expect(built('index.html')).toMatch(/<a href="\/brand-new" class="menu-item"[^>]*>Brand new<\/a>/)
  expect(built('sitemap.xml')).toContain('/brand-new</loc>')
  for (const feed of ['feed.xml', 'atom.xml', 'feed.json']) expect(built(feed)).toContain('quicksilver')
  expect(built('search-index.json')).toContain('/brand-new#an-unmistakable-heading')
  expect(readdirSync(path.join(project, 'dist/web/og'))).toContain('brand-new.png')

  const record = readFileSync(path.join(project, 'dist/build.json'), 'utf8')
  buildWell()
  expect(readFileSync(path.join(project, 'dist/build.json'), 'utf8')).toBe(record)
}, 120_000)

test('bad front matter fails the build with file, line and reason', () => {
  writeFileSync(path.join(project, 'content/brand-new.mdx'), page.replace('Projects', 'Nonsense'))
  const { status, stderr } = build()
  expect(status).toBe(1)
  expect(stderr).toContain('content/brand-new.mdx:5: group: Invalid option')
}, 60_000)

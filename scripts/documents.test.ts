import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGE_ATTACHMENT_BYTES_MAX } from '#contract/limits.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const linesOf = (file: string) => read(file).trimEnd().split('\n')
const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md')

test('README.md has at most 120 lines', () => {
  expect(linesOf('README.md').length).toBeLessThanOrEqual(120)
})

test('ARCHITECTURE.md has at most 110 lines of 100 characters, so that it fits on two screens', () => {
  const screenLines = linesOf('ARCHITECTURE.md').map((line) => Math.max(1, Math.ceil(line.length / 100)))
  expect(screenLines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(110)
})

test.each(pages)('README.md and docs/README.md link to docs/%s', (page) => {
  expect(read('docs/README.md')).toContain(`](${page})`)
  expect(read('README.md')).toContain(`](docs/${page})`)
})

test('docs/writing.md explains every key of the front matter and every component of an article', () => {
  const page = read('docs/writing.md')
  const schema = read('build/front-matter.ts').split('z.strictObject({')[1]?.split('\n})')[0] ?? ''
  const keys = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key)
  const components = /articleComponents = \{([^}]*)\}/.exec(read('web/articles/article.tsx'))?.[1] ?? ''
  const names = [...components.matchAll(/^ {2}([A-Z]\w+),$/gm)].map(([, name = '']) => name)
  expect([keys.length, names.length].every((count) => count > 5)).toBe(true)
  expect(keys.filter((key) => !page.includes(`| \`${key}\``))).toEqual([])
  expect(names.filter((name) => !page.includes(`<${name}`))).toEqual([])
})

test('each nginx configuration in docs/ accepts the largest file that can be uploaded at the desk', () => {
  const blocks = pages.flatMap((page) => read(`docs/${page}`).match(/^server \{\n[\s\S]*?^\}/gm) ?? [])
  const megabytes = blocks.map((block) => Number(/^ {2}client_max_body_size (\d+)m;$/m.exec(block)?.[1]))
  expect(megabytes.length).toBeGreaterThan(0)
  for (const limit of megabytes) expect(limit * 1024 * 1024).toBeGreaterThan(PAGE_ATTACHMENT_BYTES_MAX)
})

test('the example for Prometheus does not read the metrics through a proxy, because the proxies refuse them', () => {
  const page = read('docs/operating.md')
  expect([page, read('deploy/Caddyfile')].map((text) => /\/metrics (\{\s+return )?404/.test(text))).toEqual([
    true,
    true,
  ])
  const [example = ''] = /^scrape_configs:\n[\s\S]*?^```/m.exec(page) ?? []
  expect(example).toContain('scheme: http\n')
  expect(example).toContain('targets: ["127.0.0.1:3000"]')
})

test('each picture of docs/pictures is shown in README.md or a page of docs/, and has at most 60 kB', () => {
  const texts = ['README.md', ...pages.map((page) => `docs/${page}`)].map(read).join()
  const pictures = globSync('docs/pictures/**/*.webp')
  expect(pictures.length).toBeGreaterThan(6)
  expect(pictures.filter((file) => !texts.includes(file.slice('docs/'.length)))).toEqual([])
  expect(pictures.filter((file) => statSync(file).size > 60_000)).toEqual([])
})

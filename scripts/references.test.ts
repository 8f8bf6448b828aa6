import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findDeadReferences } from './references.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(existsSync)
const ignored = readFileSync('.gitignore', 'utf8')
  .split('\n')
  .map((line) => line.replace(/^\/|\/$/g, ''))
const scripts = files
  .filter((file) => file.endsWith('package.json'))
  .flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {}))
// This file is not checked, because it quotes dead references.
const checked = files.filter(
  (file) => /\.(tsx?|mjs|css|md|example)$|^\.ci\//.test(file) && file !== 'scripts/references.test.ts',
)

test('comments and documents name only files, links, headings, decisions and commands that exist', () => {
  expect(checked.length).toBeGreaterThan(1_000)
  const texts = Object.fromEntries(checked.map((file) => [file, readFileSync(file, 'utf8')]))
  expect(findDeadReferences({ files, texts, ignored, scripts })).toEqual([])
})

describe('in a repository of a few files', () => {
  const guide = '# Guide\n\n## How it works, and why\n'
  const some = ['docs/guide.md', 'docs/decisions/0001-one.md', 'server/http/pages.ts', 'server/http/log.test.ts']
  const repository = { files: some, ignored: ['dist'], scripts: ['build'] }
  const deadIn = (file: string, text: string) =>
    findDeadReferences({
      ...repository,
      files: [...some, file],
      texts: { 'docs/guide.md': guide, [file]: text },
    }).map(({ line, reference }) => `${line} ${reference}`)

  test.each([
    ['web/a.ts', '/** Renders a page (ordering.md, Order states). */', 'ordering.md'],
    ['web/a.ts', '// The rules of server/http/page.ts.', 'server/http/page.ts'],
    ['web/a.tsx', '<p>{/* as in http/page.ts */}</p>', 'http/page.ts'],
    ['web/a.ts', '// Reads server/http/pages/.', 'server/http/pages/'],
    ['web/a.ts', '// Tested by server/*.spec.ts.', 'server/*.spec.ts'],
    ['web/a.css', '/* The colours of tokens.css. */', 'tokens.css'],
    ['web/a.ts', '// Why: decision 0002.', '0002'],
    ['web/a.ts', '// Made by `npm run bild`.', 'bild'],
    ['web/a.ts', "throw new Error('See docs/guides.md.')", 'docs/guides.md'],
    ['web/a.ts', "throw new Error('See docs/guide.md#how-it-works.')", 'docs/guide.md#how-it-works'],
    ['docs/other.md', '[the guide](guides.md)', 'guides.md'],
    ['docs/other.md', '[the guide](guide.md#how)', 'guide.md#how'],
    ['docs/other.md', '[above](#guide)', '#guide'],
    ['docs/other.md', 'Look into `https/`.', 'https/'],
    ['docs/other.md', '![A picture](pictures/a.png)', 'pictures/a.png'],
    ['docs/decisions/0002-two.md', '[the guide](guide.md)', 'guide.md'],
    ['.env.example', '# See docs/guides.md.', 'docs/guides.md'],
  ])('finds the dead reference in the file %s with the text %s', (file, text, reference) => {
    expect(deadIn(file, `\n${text}`)).toContain(`2 ${reference}`)
  })

  test.each([
    ['docs/other.md', '```mdx\n[The plan](./my-page/plan.pdf)\n```'],
    ['web/a.ts', '// See docs/guide.md, server/http/pages.ts, http/pages.ts and pages.ts; a.ts itself; server/http/.'],
    [
      'web/a.ts',
      '// Named without its extension: server/http/log. By a pattern: server/**/*.test.ts, http/{log,x}.test.ts.',
    ],
    [
      'web/a.ts',
      '// Made by the build: dist/server/main.cjs, server/dist/. Of the author: content/my-page.mdx. Decision 0001. npm run build',
    ],
    ['web/a.ts', "const name = 'menu.ts' // https://example.org/server/menu.ts, the package react/menu, /server/menu"],
    [
      'docs/other.md',
      '[one](guide.md#how-it-works-and-why), [two](../server/http/), [three](https://example.org/a.md)',
    ],
    ['docs/decisions/0002-two.md', 'What server/http/gone.ts did.'],
    ['CHANGELOG.md', 'Removed gone.ts and `npm run gone`.'],
  ])('finds no dead reference in the file %s with the text %s', (file, text) => {
    expect(deadIn(file, text)).toEqual([])
  })
})

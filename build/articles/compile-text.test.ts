import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { evaluate } from '@mdx-js/mdx'
import { createElement, type ReactNode } from 'react'
import * as runtime from 'react/jsx-runtime'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import { site } from '#site'
import { requiredComponentAttributes } from '../../contract/article-components.ts'
import { renderCompiledPage, type TextComponents } from '../../web/articles/text.ts'
import { readVisiblePages } from '../content.ts'
import { getMdxCompileOptions } from '../mdx.ts'
import { contentFolder } from '../site.ts'
import { compilePageFileInMemory, compilePageSource } from './compile-text.ts'

const frontMatter = '---\npath: /boje\ntitle: Boje\ndescription: Eine Boje.\npublished: 2026-11-21\n---\n\n'
const compileArticle = (text: string) => compilePageSource(path.join(contentFolder, 'boje.mdx'), frontMatter + text)

const readSource = (file: string) => readFileSync(path.join(contentFolder, file), 'utf8')
const pages = readVisiblePages().filter(({ list, file }) => !list && !/^import |!\[/m.test(readSource(file)))

/** Components that render their own names and properties. */
const components: TextComponents = Object.fromEntries(
  [...Object.keys(requiredComponentAttributes), 'a', 'pre', 'table'].map((name) => [
    name,
    ({ children, ...properties }: { children?: ReactNode }) =>
      createElement('section', { title: name + JSON.stringify(properties) }, children),
  ]),
)

test.each(pages.map(({ file }) => file))('the compiled text of %s gives the same HTML as MDX', async (file) => {
  const text = await compilePageFileInMemory(file)
  if (!text) throw new Error(`${file} has no text.`)
  const module = { path: path.join(contentFolder, file), value: readSource(file) }
  const { default: Body } = await evaluate(module, { ...runtime, ...getMdxCompileOptions(site.features) })
  expect(renderToStaticMarkup(renderCompiledPage(text, components))).toBe(
    renderToStaticMarkup(createElement(Body, { components })),
  )
})

test('compiles a text to data with the names, properties and words of its elements, and drops comments', async () => {
  const text = await compileArticle(`## Zwei *Bojen*

{/* later */}

<SpecGrid items={[{ component: '2', spec: -1 }]} title="Zahlen" />

<hr hidden />
`)
  expect(JSON.parse(JSON.stringify(text?.nodes)).filter((node: unknown) => node !== '\n')).toEqual([
    [
      ...['h2', { id: 'zwei-bojen' }, 'Zwei ', ['em', null, 'Bojen']],
      ['a', { href: '#zwei-bojen', className: 'heading-link', 'aria-label': 'Link to this part' }, '#'],
    ],
    ['SpecGrid', { items: [{ component: '2', spec: -1 }], title: 'Zahlen' }],
    ['hr', { hidden: true }],
  ])
  expect(text).toMatchObject({ headings: [{ id: 'zwei-bojen', text: 'Zwei Bojen', depth: 2 }], minutes: 1 })
})

test('a heading gets another id when the id of its text is reserved, or when its text has no letters', async () => {
  const text = await compileArticle('## Menu\n\n## Menu 1\n\n## Notices\n\n## Start\n\n## ⛵\n\n## Boje')
  expect(text?.headings.map(({ id }) => id)).toEqual(['menu-2', 'menu-1', 'notices-1', 'start-1', 'part-1', 'boje'])
})

test('a heading gets another id when another element has its id', async () => {
  const text = await compileArticle('## Parts\n\n<a id="parts"></a>\n\nA <b id="boat-1">boat</b>\n\n## Boat\n\n## Boat')
  expect(text?.headings.map(({ id }) => id)).toEqual(['parts-1', 'boat', 'boat-1-1'])
})

test('videos and recordings in Markdown become components, and a link to a file beside the page leads to that file', async () => {
  const text = await compileArticle(`![Eine Boje.](./fundkiste/nebelhorn.wav)

![Nebel.](./fundkiste/nebelhorn.wav "Zwei Töne")

[Der *Ton*](./fundkiste/nebelhorn.wav), [noch einmal][ton], [ein Teil](./fehlt.wav).

[ton]: ./fundkiste/nebelhorn.wav
`)
  const src = { $import: './fundkiste/nebelhorn.wav?url' }
  expect(JSON.parse(JSON.stringify(text?.nodes)).filter((node: unknown) => node !== '\n')).toEqual([
    ['Audio', { src, title: 'Eine Boje.' }],
    ['Audio', { src, title: 'Zwei Töne' }],
    [
      ...['p', null, ['a', { href: src }, 'Der ', ['em', null, 'Ton']], ', '],
      ...[['a', { href: src }, 'noch einmal'], ', ', ['a', { href: './fehlt.wav' }, 'ein Teil'], '.'],
    ],
  ])
})

test('imports named picture1 and file1 do not replace generated imports', async () => {
  const source = (name: string) => `./fundkiste/${name}`
  const text = await compileArticle(`import picture1 from '${source('abend.jpg')}?picture'
import file1 from '${source('wende.vtt')}?url'

<Picture src={picture1} alt="Abend" />

<Video src={file1} title="Wende" />

![Morgen](${source('morgen.jpg')})

[Der Ton](${source('nebelhorn.wav')})
`)
  expect([...JSON.stringify(text?.nodes).matchAll(/fundkiste\/([\w.]+)/g)].map(([, name]) => name)).toEqual([
    'abend.jpg',
    'wende.vtt',
    'morgen.jpg',
    'nebelhorn.wav',
  ])
})

test('a percent-encoded path of a link or picture finds the file with the decoded name', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'text-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'C# 1.png'), '')
  const text = '[Der Plan](./C%23%201.png)\n\n![Ein Plan.](./C%23%201.png)\n'
  const compiled = await compilePageSource(path.join(folder, 'boje.mdx'), frontMatter + text)
  expect(JSON.parse(JSON.stringify(compiled?.nodes)).filter((node: unknown) => node !== '\n')).toEqual([
    ['p', null, ['a', { href: { $import: './C# 1.png?url' } }, 'Der Plan']],
    ['Picture', { src: { $import: './C# 1.png?picture' }, alt: 'Ein Plan.' }],
  ])
})

test('a link to a file beside the page keeps its fragment, such as #page=2', async () => {
  const compiled = await compileArticle('[Seite 2](./fundkiste/nebelhorn.wav#page=2), [Teil](./fundkiste.mdx#teil)\n')
  expect(JSON.parse(JSON.stringify(compiled?.nodes)).filter((node: unknown) => node !== '\n')).toEqual([
    [
      ...['p', null, ['a', { href: { $import: './fundkiste/nebelhorn.wav?url#page=2' } }, 'Seite 2'], ', '],
      ['a', { href: './fundkiste.mdx#teil' }, 'Teil'],
    ],
  ])
})

test('an imported picture, code file or recording becomes the property src of its component', async () => {
  const find = async (file: string, name: string) => {
    const nodes: unknown[] = (await compilePageFileInMemory(file))?.nodes ?? []
    return nodes.flatMap((node) => (Array.isArray(node) && node[0] === name ? [node[1]] : []))[0]
  }
  expect(await find('wetterstation.mdx', 'Picture')).toMatchObject({
    src: { img: { src: expect.stringMatching(/^data:image\/webp;base64,/), w: 960, h: 540 } },
  })
  expect(await find('seewetter-abrufen.mdx', 'CodeFile')).toMatchObject({
    src: { name: 'aufgabe.xml', parts: expect.stringMatching(/^data:application\/json,/) },
  })
  expect(await find('fundkiste.mdx', 'Audio')).toMatchObject({ src: expect.stringMatching(/nebelhorn\.wav$/) })
})

test.each([
  ['an import of code', "import { Fragment as Karte } from 'react'\n\n<Karte />"],
  [
    'two imported names',
    'import bild, { breite } from \'./fundkiste/abend.jpg?picture\'\n\n<Picture src={bild} alt="Karte" />',
  ],
  ['an export', 'export const tiefe = 3\n\nTief.'],
  ['an expression in the text', 'Es ist {1 + 1}.'],
  ['an expression in an attribute', '<Quote by={1 + 1}>A</Quote>'],
  ['attributes from an object of code', '<Keys {...window}>A</Keys>'],
  ['an arrow function', '<Quote by={() => 1}>A</Quote>'],
])('a page with %s is not compiled to data', async (_, source) => {
  expect(await compileArticle(source)).toBeNull()
})

test('cells of a table have their alignment without an inline style', async () => {
  const text = await compileArticle('| a | b | c |\n|:--|--:|:-:|\n| 1 | 2 | 3 |\n')
  const json = JSON.stringify(text?.nodes)
  expect(json).toContain('["th",null,"a"]')
  expect(json).toContain('["td",{"className":"cell-right"},"2"]')
  expect(json).toContain('["td",{"className":"cell-center"},"3"]')
  expect(json).not.toContain('style')
})

test('the box of a task in a list has a name for screen readers', async () => {
  const text = await compileArticle('- [x] Mast\n- [ ] Segel\n')
  const boxes = JSON.stringify(text?.nodes).match(/\["input",[^}]*\}/g)
  expect(boxes).toEqual([
    expect.stringMatching(/"checked":true.*"aria-label":"Done"/),
    expect.stringContaining('"Done"'),
  ])
})

test.each([
  [
    'a table without tbody',
    '<table>\n  <caption>Bojen</caption>\n  <tr><td>1</td></tr>\n  <tr><td>2</td></tr>\n</table>',
    '<table><caption>Bojen</caption><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
  ],
  ['a paragraph in a paragraph', '<p align="center">\n\nWorte\n\n</p>', '<div align="center"><p>Worte</p></div>'],
  ['a paragraph on lines of its own', '<p>\nWorte\n</p>', '<div><p>Worte</p></div>'],
  ['a block in a sentence', 'Worte <div>und <em>mehr</em></div>', '<div>Worte <div>und <em>mehr</em></div></div>'],
  ['a component in a paragraph', '<p>\n\n<Warning>Nebel</Warning>\n\n</p>', '<div><Warning>Nebel</Warning></div>'],
  ['keys in a paragraph', '<p>Worte <Keys>A</Keys></p>', '<p>Worte <Keys>A</Keys></p>'],
])('%s is compiled to HTML that browsers parse without a change', async (_, source, html) => {
  const write = (node: unknown): string => {
    if (!Array.isArray(node)) return String(node).replaceAll('\n', '')
    const [name, properties, ...children] = node
    const attributes = Object.entries(properties ?? {}).map(([key, value]) => ` ${key}="${value}"`)
    return `<${name}${attributes.join('')}>${children.map(write).join('')}</${name}>`
  }
  const text = await compileArticle(source)
  expect(JSON.parse(JSON.stringify(text?.nodes)).map(write).join('')).toBe(html)
})

test('moves all headings of a page down by one level when the page has a heading of the first level', async () => {
  const text = await compileArticle('# Eins\n\n## Zwei\n\n### Drei\n\n###### Sechs\n')
  expect(text?.headings).toEqual([
    { id: 'eins', text: 'Eins', depth: 2 },
    { id: 'zwei', text: 'Zwei', depth: 3 },
  ])
  expect(JSON.stringify(text?.nodes)).toContain('["h6",{"id":"sechs"}')
  const second = await compileArticle('## Zwei\n')
  expect(second?.headings).toEqual([{ id: 'zwei', text: 'Zwei', depth: 2 }])
})

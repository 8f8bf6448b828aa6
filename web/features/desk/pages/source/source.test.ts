import { expect, test } from 'vitest'
import { countWordsAndReadingMinutes } from './count-words.ts'
import {
  buildFrontMatterChange,
  buildNewPageSource,
  type FrontMatterKey,
  type FrontMatterValue,
  readFrontMatter,
} from './front-matter.ts'
import { joinMergedParts, mergeTexts } from './merge-texts.ts'
import { applyChange, findChange } from './source-change.ts'

const page = `---
# the address
path: /keyboard   # never change it
title: "My Keyboard"
tags: [hardware,   soldering]
scene:
  tiles: |
    aa
    aa
own: 1
---

Words.
`
const changed = (source: string, key: FrontMatterKey, value: FrontMatterValue | undefined) => {
  const change = buildFrontMatterChange(source, key, value)
  return change && applyChange(source, change)
}

test('readFrontMatter returns the values of the front matter and the offset at which it ends', () => {
  const { values, end } = readFrontMatter(page)
  expect(values).toMatchObject({ path: '/keyboard', title: 'My Keyboard', tags: ['hardware', 'soldering'] })
  expect(page.slice(end)).toBe('\nWords.\n')
})

test('front matter that is not valid YAML gives the line of its problem, and is not changed', () => {
  const broken = '---\npath: /a\ntitle: [\n---\n'
  expect(readFrontMatter(broken).problem).toMatchObject({ line: expect.any(Number) })
  expect(buildFrontMatterChange(broken, 'title', 'A')).toBeNull()
  expect(readFrontMatter('Words.').problem?.line).toBe(1)
  expect(readFrontMatter('---\ntitle: *\n---\n').problem?.line).toBe(2)
  expect(readFrontMatter('---\ntitle: *Words\n---\n').problem?.line).toBe(2)
})

test('a change of one value in the front matter leaves all other lines and comments unchanged', () => {
  expect(changed(page, 'title', 'A: keyboard')).toBe(page.replace('"My Keyboard"', "'A: keyboard'"))
  expect(changed(page, 'path', '/k')).toBe(page.replace('/keyboard', '/k'))
  expect(changed(page, 'tags', ['hardware'])).toBe(page.replace('[hardware,   soldering]', '[hardware]'))
  expect(changed(page, 'title', 'My Keyboard')).not.toBeNull()
})

test('a new key of the front matter is inserted in the usual order, and removing a key removes all its lines', () => {
  expect(changed(page, 'draft', true)).toBe(
    page.replace('tags:', 'draft: true\ntags:').replace(/(title: .*\n)(draft: true\n)/, '$1$2'),
  )
  expect(changed(page, 'published', '2026-11-26T18:30:00+01:00')).toContain('\npublished: 2026-11-26T18:30:00+01:00\n')
  expect(changed(page, 'tags', undefined)).toBe(page.replace('tags: [hardware,   soldering]\n', ''))
  expect(changed(page, 'wip', undefined)).toBeNull()
  expect(changed('---\ntitle:\n---\n', 'title', 'A')).toBe('---\ntitle: A\n---\n')
  expect(changed('---\npath: /a\nwip: true\n---\n', 'wip', undefined)).toBe('---\npath: /a\n---\n')
  expect(changed('Words.', 'title', 'A')).toBe('---\ntitle: A\n---\n\nWords.')
})

test('every value that is written to the front matter is read back unchanged', () => {
  const values: [FrontMatterKey, FrontMatterValue][] = [
    ['title', "It's: a # test"],
    ['description', ''],
    ['lead', 'true'],
    ['order', -3],
    ['wip', true],
    ['tags', ['C#', 'a, b']],
    ['published', '2026-11-26'],
  ]
  let source = page
  for (const [key, value] of values) source = changed(source, key, value) ?? source
  expect(readFrontMatter(source).values).toMatchObject(Object.fromEntries(values))
  expect(source).toContain('  tiles: |\n    aa\n    aa\nown: 1\n---\n\nWords.\n')
})

test('the source of a new page marks it as a draft', () => {
  const source = buildNewPageSource('My: page', '/my-page', '2026-11-26', 'Projects')
  expect(readFrontMatter(source).values).toEqual({
    path: '/my-page',
    title: 'My: page',
    description: '',
    group: 'Projects',
    draft: true,
    published: '2026-11-26',
  })
})

test('changes of different lines of a text are merged, and different changes of the same line are a conflict', () => {
  expect(joinMergedParts(mergeTexts('a\nb\nc', 'A\nb\nc', 'a\nb\nC'))).toBe('A\nb\nC')
  expect(joinMergedParts(mergeTexts('a\nb', 'x\nb', 'x\nb'))).toBe('x\nb')
  const parts = mergeTexts('a\nb', 'mine\nb', 'theirs\nb')
  expect(joinMergedParts(parts)).toBe('mine\ntheirs\nb')
  expect(joinMergedParts(parts, ['mine'])).toBe('mine\nb')
  expect(joinMergedParts(parts, ['theirs'])).toBe('theirs\nb')
})

test('findChange returns the smallest change between two texts', () => {
  expect(findChange('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' })
  expect(findChange('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(findChange('a', 'a')).toBeNull()
})

test('countWordsAndReadingMinutes counts the words of a page without front matter, blocks of code, URLs and attributes', () => {
  expect(countWordsAndReadingMinutes(page)).toEqual({ words: 1, minutes: 1 })
  const text =
    'It\'s [a link](/my-page) and ![a boat](./boat.jpg).\n\n```js\nconst no = 1\n```\n\n<Quote by="no">\nyes\n</Quote>\n'
  expect(countWordsAndReadingMinutes(text).words).toBe(7)
  expect(
    countWordsAndReadingMinutes('- a list\n\n  ```js\n  const no = 1\n  ```\n\n  with `two words` after it').words,
  ).toBe(7)
  expect(countWordsAndReadingMinutes('word '.repeat(660)).minutes).toBe(3)
})

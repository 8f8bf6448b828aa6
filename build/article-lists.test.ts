import { expect, test } from 'vitest'
import type { PageSummary } from '../web/kit/page.ts'
import { createArticleListPages, toTagSlug } from './article-lists.ts'

const article = (path: string, other: Partial<PageSummary> = {}): PageSummary => ({
  path,
  title: path,
  description: '',
  subject: 'about',
  group: 'Werkstatt',
  published: '2025-03-01',
  file: `${path}.mdx`,
  ...other,
})

test('makes one list of all articles, and then one list for each tag, with the tags in alphabetical order', () => {
  const pages = [article('/a', { tags: ['Ruder', 'Öl'] }), article('/b', { tags: ['Öl', 'Netz'] })]
  expect(createArticleListPages(pages).map(({ path, title, list }) => [path, title, list])).toEqual([
    ['/articles', 'All articles', {}],
    ['/articles/netz', 'Articles about Netz', { tag: 'Netz' }],
    ['/articles/ol', 'Articles about Öl', { tag: 'Öl' }],
    ['/articles/ruder', 'Articles about Ruder', { tag: 'Ruder' }],
  ])
})

test('the footer links to the list of all articles but to no list of a tag, and each list has its own description', () => {
  const lists = createArticleListPages([article('/a', { tags: ['Öl', 'Netz'] })])
  expect(lists.filter(({ footer }) => footer).map(({ path }) => path)).toEqual(['/articles'])
  expect(new Set(lists.map(({ description }) => description)).size).toBe(3)
})

test('the date of a list is the date of the latest change to any of its articles', () => {
  const pages = [
    article('/a', { tags: ['Öl'], published: '2024-05-01', updated: '2025-06-01' }),
    article('/b', { published: '2025-05-01' }),
  ]
  expect(createArticleListPages(pages).map(({ path, published }) => [path, published])).toEqual([
    ['/articles', '2025-06-01'],
    ['/articles/ol', '2025-06-01'],
  ])
})

test('placeholders, private pages, pages of the footer and pages without a group are in no list of articles', () => {
  const tags = ['Öl']
  const pages = [
    article('/a', { tags, placeholder: true }),
    article('/b', { tags, private: true }),
    article('/c', { tags, footer: true }),
    article('/d', { tags, group: undefined }),
  ]
  expect(createArticleListPages(pages)).toEqual([])
})

test.each([
  ['Crème brûlée', 'creme-brulee'],
  ['C# und .NET', 'c-und-net'],
  ['Kapitän’s Liste', 'kapitans-liste'],
  ['Maßarbeit', 'maßarbeit'],
  ['料理', '料理'],
  ['がんばる', 'がんばる'],
  ['C++ / C', 'c-c'],
  ['C', 'c'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['F#', 'f-sharp'],
  ['C++17', 'c-17'],
])('the tag %s has the slug %s', (tag, slug) => {
  expect(toTagSlug(tag)).toBe(slug)
})

test('the path of a tag is percent-encoded as in a URL', () => {
  const [, list] = createArticleListPages([article('/a', { tags: ['Maßarbeit'] })])
  expect(list?.path).toBe('/articles/ma%C3%9Farbeit')
  expect(new URL('https://nebelhorn.example/articles/maßarbeit').pathname).toBe(list?.path)
})

import { expect, test } from 'vitest'
import { listArticlesByDate, listSeriesParts } from './articles.ts'
import type { PageSummary } from './page.ts'

const article = (path: string, published: string, other: Partial<PageSummary> = {}): PageSummary => ({
  path,
  title: path,
  description: '',
  subject: 'about',
  group: 'Werkstatt',
  published,
  file: `${path}.mdx`,
  ...other,
})
const paths = (pages: PageSummary[]) => pages.map(({ path }) => path)

test('lists articles by date, the newest first, and articles of the same day in the order of the menu', () => {
  const pages = [
    article('/a', '2024-01-02'),
    article('/b', '2025-01-01'),
    article('/c', '2025-01-01'),
    article('/d', '2025-02-01', { placeholder: true }),
    article('/', '2026-01-01', { group: undefined }),
  ]
  expect(paths(listArticlesByDate(pages))).toEqual(['/b', '/c', '/a'])
})

const series = 'Ein Boot bauen'

test('the parts of a series are sorted by order if every part has an order, otherwise by date', () => {
  const parts = [
    article('/late', '2025-03-01', { series, order: 1 }),
    article('/early', '2025-01-01', { series, order: 2 }),
  ]
  const [page] = parts as [PageSummary]
  expect(paths(listSeriesParts(page, parts))).toEqual(['/late', '/early'])
  const middle = article('/middle', '2025-02-01', { series })
  expect(paths(listSeriesParts(page, [...parts, middle]))).toEqual(['/early', '/middle', '/late'])
})

test('placeholders and pages of other series are not parts of a series, and a page without a series has no parts', () => {
  const page = article('/a', '2025-01-01', { series })
  const pages = [
    page,
    article('/b', '2025-01-02', { series, placeholder: true }),
    article('/c', '2025-01-03', { series: 'Ein Haus bauen' }),
    article('/d', '2025-01-04'),
  ]
  expect(paths(listSeriesParts(page, pages))).toEqual(['/a'])
  expect(listSeriesParts(article('/e', '2025-01-05'), pages)).toEqual([])
})

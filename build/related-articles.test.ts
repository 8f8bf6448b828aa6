import { expect, test } from 'vitest'
import type { PageSummary } from '../web/kit/page.ts'
import { findRelatedPathsOfEachPage } from './related-articles.ts'

const page = (path: string, source: string, other: Partial<PageSummary> = {}) => ({
  page: {
    path,
    title: path.slice(1),
    description: '',
    subject: 'about' as const,
    group: 'Werkstatt',
    published: '2025-03-01',
    file: '',
    ...other,
  },
  source: `---\npath: ${path}\n---\n\nimport bild from './bild.svg?picture'\n\n${source}`,
})

const sources = [
  page('/anlegen', 'Eine Leine an Land, eine am Heck, und der Motor bleibt an.'),
  page('/ablegen', 'Erst die Leine am Heck, dann der Motor.'),
  page('/backen', 'Mehl, Wasser, Salz und eine Nacht im Kühlen.'),
  page('/pizza', 'Mehl und Wasser. Wer Salz vergisst, merkt es.'),
  page('/sterne', 'Über dem Meer stehen mehr, als man zählt.'),
]
const relatedOf = (path: string, list = sources) =>
  findRelatedPathsOfEachPage(list)[list.findIndex(({ page }) => page.path === path)]

test('relates the pages that share rare words, and no page to itself', () => {
  expect(relatedOf('/anlegen')).toEqual(['/ablegen'])
  expect(relatedOf('/pizza')).toEqual(['/backen'])
  expect(relatedOf('/sterne')).toEqual([])
})

test('a shared tag counts more than shared words', () => {
  const tagged = sources.map(({ page, source }) => ({
    page: ['/anlegen', '/sterne'].includes(page.path) ? { ...page, tags: ['Nacht'] } : page,
    source,
  }))
  expect(relatedOf('/anlegen', tagged)).toEqual(['/sterne', '/ablegen'])
})

test('relates at most five pages to a page', () => {
  const same = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'].map((path) => page(path, 'Leine', { tags: ['Hafen'] }))
  expect(relatedOf('/a', same)).toEqual(['/b', '/c', '/d', '/e', '/f'])
})

test('a placeholder or a private page is never a related article, but a placeholder has related articles', () => {
  const list = [
    page('/a', 'Leine und Motor', { tags: ['Hafen'], placeholder: true }),
    page('/b', 'Leine und Motor', { tags: ['Hafen'] }),
    page('/c', 'Leine und Motor', { tags: ['Hafen'], private: true }),
  ]
  expect(findRelatedPathsOfEachPage(list)).toEqual([['/b'], [], []])
})

test('relates pages by shared words in a language without spaces', () => {
  const list = [
    page('/a', '船は港に着きました。', { title: '船の旅' }),
    page('/b', '港で船を待つ。', { title: '港と船' }),
    page('/c', '今日、雨が降る。', { title: '天気' }),
    page('/d', '本を読む時間。', { title: '読書' }),
  ]
  expect(relatedOf('/a', list)).toEqual(['/b'])
})

test('ignores the words of imports, components and URLs', () => {
  const list = [
    page('/a', 'Holz <Picture src={bild} alt="Boot" /> [hier](/knoten)'),
    page('/b', 'Stein <Picture src={bild} alt="Boot" /> [dort](/knoten)'),
    page('/c', 'Eisen'),
    page('/d', 'Glas'),
  ]
  expect(relatedOf('/a', list)).toEqual([])
})

test('relates 1,000 articles in less than half a minute', { timeout: 30_000 }, () => {
  const list = Array.from({ length: 1_000 }, (_, i) => {
    const words = Array.from({ length: 600 }, (_, j) => `wort${(i * 7 + j * j) % 4_000}`)
    return page(`/nummer-${i}`, words.join(' '))
  })
  expect(relatedOf('/nummer-0', list)).toHaveLength(5)
})

import { expect, test } from 'vitest'
import { createFeed } from './site-files.ts'

test('a feed has the twenty newest articles with their texts, the newest first', async () => {
  const rendered = Array.from({ length: 22 }, (_, day) => ({
    page: {
      path: `/day-${day + 1}`,
      title: `Day ${day + 1}`,
      description: '',
      subject: 'about' as const,
      group: 'Werkstatt',
      published: `2026-03-${String(day + 1).padStart(2, '0')}`,
      file: '',
    },
    html: `<main><div class="prose"><p>Words of day ${day + 1}.</p></div></main>`,
  }))
  const { items, options } = await createFeed(rendered)
  expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, at) => `Day ${22 - at}`))
  expect(items.at(-1)?.content).toContain('Words of day 3.')
  expect(options.updated).toEqual(new Date('2026-03-22'))
})

test('a page that is not an article is in no feed', async () => {
  const privacy = { path: '/privacy', title: 'Privacy', description: '', subject: 'about', file: '' } as const
  const page = { ...privacy, published: '2026-03-01', footer: true }
  expect((await createFeed([{ page, html: '' }])).items).toEqual([])
})

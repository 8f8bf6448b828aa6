import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

const article = (path: string, published: string) => ({
  path,
  title: path.slice(1),
  description: 'What it is about.',
  subject: 'about' as const,
  published,
  file: '',
})

test('after a navigation, a list of articles marks the articles that are new to the reader', async () => {
  const page = installFakePage(() => new Response())
  vi.setSystemTime('2025-03-12T12:00:00Z')
  page.stored.set('visits', '2025-03-01 2025-03-10')
  const { ArticleItems } = await import('./article-items.tsx')
  await page.show(
    createElement(ArticleItems, { articles: [article('/new', '2025-03-11'), article('/old', '2025-03-09')] }),
  )
  expect(page.findAll('li[data-new] a').map(({ textContent }) => textContent)).toEqual(['new'])
  expect(page.find('li[data-new] time').textContent).toBe('11 March 2025')
})

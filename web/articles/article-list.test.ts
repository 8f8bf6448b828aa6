import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { PageSummary } from '../kit/page.ts'
import { ArticleListPage } from './article-list.tsx'

const page = (path: string, more: Partial<PageSummary>): PageSummary => ({
  ...{ path, title: path, description: '', subject: 'about', file: '' },
  ...more,
})
const all = page('/articles', { list: {} })
const tag = page('/articles/bread', { list: { tag: 'bread' } })

test('the list of all articles links to the lists of tags, and has no such links on a site without tags', () => {
  const renderList = (pages: PageSummary[]) =>
    renderToStaticMarkup(createElement(MemoryRouter, null, createElement(ArticleListPage, { page: all, pages })))
  expect(renderList([all, tag])).toContain('href="/articles/bread"')
  expect(renderList([all])).not.toContain('<nav')
})

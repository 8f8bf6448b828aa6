import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SpecGrid } from './spec-grid.tsx'

test('S2.06 the title of a grid is “PC Build Specs” unless the page sets another', () => {
  const html = (title?: string) =>
    renderToStaticMarkup(
      createElement(SpecGrid, { ...(title && { title }), items: [{ component: 'Memory', spec: '64 GB' }] }),
    )
  expect(html()).toMatch(/<h2[^>]*>PC Build Specs<\/h2><dl><div><dt>Memory<\/dt><dd>64 GB<\/dd>/)
  expect(html('Software')).toContain('>Software</h2>')
})

test('the heading of a grid has no id, because useId gives another id after a navigation, which would break links', () => {
  const html = renderToStaticMarkup(createElement(SpecGrid, { items: [{ component: 'Memory', spec: '64 GB' }] }))
  expect(html).not.toContain(' id=')
  expect(html).toContain('<section class="spec-grid" aria-label="PC Build Specs">')
})

import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../testing/render.ts'

vi.mock('virtual:content', () => ({
  pages: ['/bootsbau', '/seefunk'].map((path) => ({
    ...{ path, title: path, description: '', group: 'Werkstatt', subject: 'about', file: '', published: '2026-11-21' },
  })),
}))

afterEach(() => vi.unstubAllGlobals())

test('while an input method converts the typed text, Enter and arrow keys neither open nor select a result', async () => {
  const page = installFakePage(() => Response.json({}, { status: 503 }))
  const { SearchDialog } = await import('./search-dialog.tsx')
  await page.show(createElement(SearchDialog, { onClose: () => {} }), '/here')
  const field = page.find('input')
  const findChosen = () => page.find('[aria-selected=true]').getAttribute('href')
  const first = findChosen()
  await page.fire(field, 'keydown', { key: 'ArrowDown', isComposing: true })
  expect(findChosen()).toBe(first)
  await page.fire(field, 'keydown', { key: 'Enter', isComposing: true })
  // Safari sends the key that ends the conversion after the conversion.
  await page.fire(field, 'keydown', { key: 'Enter', keyCode: 229 })
  expect(page.address()).toBe('/here')
  await page.fire(field, 'keydown', { key: 'Enter', keyCode: 13 })
  expect(page.address()).toBe(first)
})

import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../../testing/render.ts'

vi.mock('./search-dialog.tsx', () => {
  throw new TypeError('Failed to fetch')
})

afterEach(() => vi.unstubAllGlobals())

test('the message that the search could not be loaded can be closed, and is shown again after the next failure', async () => {
  const page = installFakePage(() => new Response())
  const { SearchLauncher } = await import('./search.tsx')
  await page.show(createElement(SearchLauncher), '/here')
  const pressSlash = () => page.fire(page.document.body, 'keydown', { key: '/' })
  await pressSlash()
  await page.until(() => expect(page.text()).toContain('The search could not be loaded.'))
  await page.fire(page.find('.toast button'), 'click')
  expect(page.text()).not.toContain('The search could not be loaded.')
  await pressSlash()
  await page.until(() => expect(page.text()).toContain('The search could not be loaded.'))
})

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
  const pressKeys = () => page.fire(page.document.body, 'keydown', { key: 'k', ctrlKey: true })
  await pressKeys()
  await page.until(() => expect(page.text()).toContain('The search could not be loaded.'))
  await page.fire(page.find('.toast button'), 'click')
  expect(page.text()).not.toContain('The search could not be loaded.')
  await pressKeys()
  await page.until(() => expect(page.text()).toContain('The search could not be loaded.'))
})

test.each([
  ['⌘K', { key: 'k', metaKey: true }],
  ['Ctrl+K while Caps Lock is on', { key: 'K', ctrlKey: true }],
])('%s opens the search', async (_, keys) => {
  const page = installFakePage(() => new Response())
  const { SearchLauncher } = await import('./search.tsx')
  await page.show(createElement(SearchLauncher), '/here')
  await page.fire(page.document.body, 'keydown', keys)
  await page.until(() => expect(page.text()).toContain('The search could not be loaded.'))
})

test('the search does not open on a slash alone, on Ctrl+Shift+K of Firefox, or on Ctrl+K when the page editor has used it', async () => {
  const page = installFakePage(() => new Response())
  const { SearchLauncher } = await import('./search.tsx')
  await page.show(createElement(SearchLauncher), '/here')
  await page.fire(page.document.body, 'keydown', { key: '/' })
  await page.fire(page.document.body, 'keydown', { key: 'K', ctrlKey: true, shiftKey: true })
  page.document.body.addEventListener('keydown', (event) => event.preventDefault())
  await page.fire(page.document.body, 'keydown', { key: 'k', ctrlKey: true })
  await expect(import('./search-dialog.tsx')).rejects.toThrow()
  expect(page.text()).toBe('')
})

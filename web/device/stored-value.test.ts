import { afterEach, expect, it, vi } from 'vitest'
import { installFakeBrowser } from '../testing/browser.ts'

afterEach(() => vi.unstubAllGlobals())

it('tells its subscribers of a change that was made while the page was in the back-forward cache', async () => {
  const browser = installFakeBrowser(() => new Response())
  vi.resetModules()
  const { createStoredValue } = await import('./stored-value.ts')
  const value = createStoredValue('drafts', String)
  const onChange = vi.fn()
  const end = value.subscribe(onChange)
  value.write('old')
  onChange.mockClear()
  browser.stored.set('drafts', '"new"')
  browser.fireOnWindow('pageshow', { persisted: true })
  expect(onChange).toHaveBeenCalledOnce()
  expect(value.read()).toBe('new')
  end()
  browser.fireOnWindow('pageshow', { persisted: true })
  expect(onChange).toHaveBeenCalledOnce()
})

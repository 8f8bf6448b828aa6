import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from './testing/render.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const error = new Error('broken')

test('S8.12 an error in a component is reported, and the page shows what to do', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = installFakePage(() => new Response())
  const { setErrorListener } = await import('./kit/report-error.ts')
  const heard: unknown[] = []
  setErrorListener(({ error, by }) => heard.push([error, by]))
  const { ErrorBoundary } = await import('./kit/error-boundary.tsx')
  const { FailedPage } = await import('./failed-page.tsx')
  await page.show(createElement(ErrorBoundary, { fallback: FailedPage }, createElement(Broken)))
  expect(heard).toEqual([[error, 'caught']])
  expect(page.text()).toContain('Something went wrong on this page')
})

function Broken(): never {
  throw error
}

import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows a copy button beside some code. @param writeText replaces the browser's clipboard; it may throw */
async function copyButton(writeText: (text: string) => Promise<void>) {
  const page = installFakePage(() => new Response(), { clipboard: { writeText } })
  const code = document.createElement('pre')
  code.innerHTML = '<del>npm run begin\n</del><ins>npm start</ins>'
  const { CopyButton } = await import('./copy-button.tsx')
  await page.show(createElement(CopyButton, { code: () => code }))
  return { page, code }
}

test('S2.53 S9.02 the copy button shows “Copied!” for 5 seconds', async () => {
  const writeText = vi.fn(async () => {})
  const { page } = await copyButton(writeText)
  expect(page.text()).toBe('Copy')
  await page.click('Copy')
  expect(writeText).toHaveBeenCalledExactlyOnceWith('npm start')
  expect(page.text()).toBe('Copied!')
  await page.wait(4_999)
  expect(page.text()).toBe('Copied!')
  await page.wait(1)
  expect(page.text()).toBe('Copy')
})

test('the copy button leaves out the lines that the code marks as removed', async () => {
  const writeText = vi.fn(async () => {})
  const { page } = await copyButton(writeText)
  await page.click('Copy')
  expect(writeText).toHaveBeenCalledExactlyOnceWith('npm start')
})

test('S2.53 when the browser refuses to copy, the button shows “Press Ctrl+C to copy” for 5 seconds and selects the code', async () => {
  const { page, code } = await copyButton(() => Promise.reject(new Error('denied')))
  await page.click('Copy')
  expect(page.text()).toBe('Press Ctrl+C to copy')
  expect(page.selection.selectAllChildren).toHaveBeenCalledExactlyOnceWith(code)
  await page.wait(4_999)
  expect(page.text()).toBe('Press Ctrl+C to copy')
  await page.wait(1)
  expect(page.text()).toBe('Copy')
})

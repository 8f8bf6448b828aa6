import { act, createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

const src = { file: '/task.xml', parts: '/task.xml.json', name: 'task.xml', lines: 2 }

/** Shows a code block that loads a file. `give` sends the response that contains the file. */
async function codeFile() {
  const answer = Promise.withResolvers<Response>()
  const page = installFakePage(() => answer.promise)
  let meet = (_entries: { isIntersecting: boolean }[]) => {}
  class Observer {
    constructor(callback: typeof meet) {
      meet = callback
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const { CodeFile } = await import('./code-file.tsx')
  await page.show(createElement(CodeFile, { src }))
  const comeNear = () => act(async () => meet([{ isIntersecting: true }]))
  const code = () => page.find('code').textContent?.replace(/\n+$/, '')
  const give = async (response: Response) => {
    await comeNear()
    await act(async () => {
      answer.resolve(response)
      await new Promise((resolve) => setTimeout(resolve))
    })
    await vi.waitFor(() => expect(code()).not.toBe('Loading…'))
    return code()
  }
  return { page, comeNear, code, give, fail: answer.reject }
}

test('S2.54 a code block with a source shows “Loading…” and fetches its file when the reader scrolls near it', async () => {
  const { page, comeNear, code, give } = await codeFile()
  expect(page.calls).toEqual([])
  await comeNear()
  expect(page.calls.map(({ path }) => path)).toEqual(['/task.xml.json'])
  expect(code()).toBe('Loading…')
  expect(page.find('code').getAttribute('data-print')).toBe('Not loaded. Scroll here, then print again.')
  expect(await give(Response.json(['one\n', ['keyword', 'two']]))).toBe('one\ntwo')
  expect(page.find('.code-keyword').textContent).toBe('two')
  expect(page.find('code').hasAttribute('data-print')).toBe(false)
})

test('S8.11 a code file with an HTTP error shows the status code and text', async () => {
  const { give } = await codeFile()
  expect(await give(new Response('', { status: 404, statusText: 'Not Found' }))).toBe(
    '✖ Error 404 while fetching file: Not Found',
  )
})

test('S8.11 the place of an empty code file says that the file does not exist or is empty', async () => {
  const { give } = await codeFile()
  expect(await give(Response.json([]))).toBe('✖ Error: File does not exist or is empty')
})

test('S8.11 the place of a code file that cannot be fetched says that the file does not exist or is empty', async () => {
  const { comeNear, code, fail } = await codeFile()
  await comeNear()
  await act(async () => fail(new TypeError('Failed to fetch')))
  await vi.waitFor(() => expect(code()).toBe('✖ Error: File does not exist or is empty'))
})

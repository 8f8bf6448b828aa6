import { afterEach, expect, test, vi } from 'vitest'
import { installFakePage } from '../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

/** Loads a page that queues errors until a reporter is loaded. @param happen causes the errors */
async function errorsOf(happen: (page: ReturnType<typeof installFakePage>) => unknown) {
  const page = installFakePage(() => new Response())
  vi.stubGlobal('addEventListener', page.window.addEventListener.bind(page.window))
  const { queueUncaughtErrors, setErrorListener } = await import('./report-error.ts')
  const onError = vi.fn()
  queueUncaughtErrors(onError)
  await happen(page)
  const heard: [unknown, string][] = []
  setErrorListener(({ error, by }) => heard.push([error, by]))
  return { heard, onError }
}

const error = new Error('broken')

test('S8.12 loads the reporter for an uncaught error, and then reports the error', async () => {
  const { heard, onError } = await errorsOf((page) => page.fireOnWindow('error', { error }))
  expect(heard).toEqual([[error, 'error']])
  expect(onError).toHaveBeenCalledOnce()
})

test('S8.12 reports an unhandled rejection', async () => {
  const { heard } = await errorsOf((page) => page.fireOnWindow('unhandledrejection', { reason: error }))
  expect(heard).toEqual([[error, 'unhandledrejection']])
})

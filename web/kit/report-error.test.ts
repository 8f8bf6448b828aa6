import { afterEach, expect, test, vi } from 'vitest'
import { fakePage } from '../testing/render.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a page that keeps its errors hands to its reporter. */
async function errorsOf(happen: (window: EventTarget) => void | Promise<void>) {
  const page = fakePage(() => new Response())
  vi.stubGlobal('addEventListener', page.window.addEventListener.bind(page.window))
  const { keepErrors, hearErrors } = await import('./report-error.ts')
  const onError = vi.fn()
  keepErrors(onError)
  await happen(page.window)
  const heard: [unknown, string][] = []
  hearErrors(({ error, by }) => heard.push([error, by]))
  return { heard, onError }
}

const error = new Error('broken')

test('S8.12 an uncaught error is reported, once there is a reporter, which it asks for', async () => {
  const { heard, onError } = await errorsOf((window) => {
    window.dispatchEvent(Object.assign(new Event('error'), { error }))
  })
  expect(heard).toEqual([[error, 'error']])
  expect(onError).toHaveBeenCalledOnce()
})

test('S8.12 an unhandled rejection is reported', async () => {
  const { heard } = await errorsOf((window) => {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }))
  })
  expect(heard).toEqual([[error, 'unhandledrejection']])
})

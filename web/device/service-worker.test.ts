import { afterEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './service-worker.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Registers the worker of a built site. @returns the levels of the logged console messages */
async function registered(register: () => Promise<void>) {
  const levels: string[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => levels.push(level))
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  await registerServiceWorker()
  return levels
}

test('S4.15 registers the service worker at a fixed path of the root and logs this', async () => {
  const register = vi.fn(async () => {})
  expect(await registered(register)).toEqual(['info'])
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { updateViaCache: 'none' })
})

test('S4.15 S8.12 only warns in the console when the service worker cannot be registered', async () => {
  expect(await registered(() => Promise.reject(new Error('refused')))).toEqual(['warn'])
})

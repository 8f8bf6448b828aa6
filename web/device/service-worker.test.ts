import { afterEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from './service-worker.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Registers, in the built site; `said` is what the console was told. */
async function registered(register: () => Promise<void>) {
  const said: string[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => said.push(level))
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  await registerServiceWorker()
  return said
}

test('S4.15 the service worker is registered from a fixed path at the root, and that is only logged', async () => {
  const register = vi.fn(async () => {})
  expect(await registered(register)).toEqual(['info'])
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { updateViaCache: 'none' })
})

test('S4.15 S8.12 a service worker that cannot be registered gives a warning in the console and nothing else', async () => {
  expect(await registered(() => Promise.reject(new Error('refused')))).toEqual(['warn'])
})

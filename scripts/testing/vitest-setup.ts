import { afterEach, vi } from 'vitest'

/** A hash with the site's parameters takes 50 ms: server/features/accounts/passwords.test.ts alone makes one. */
vi.mock('@node-rs/argon2', async (importActual) => {
  const argon2 = await importActual<typeof import('@node-rs/argon2')>()
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return { ...argon2, hash: (password: string) => argon2.hash(password, cheap) }
})

/** The next test, which may be one of another file in the same process, finds the clock and the globals as they were. */
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

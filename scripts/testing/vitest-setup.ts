import { afterEach, vi } from 'vitest'

/**
 * Makes password hashes cheap, because a hash with the site's parameters takes 50 ms. Only
 * server/features/accounts/passwords.test.ts computes a real hash.
 */
vi.mock('@node-rs/argon2', async (importActual) => {
  const argon2 = await importActual<typeof import('@node-rs/argon2')>()
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return { ...argon2, hash: (password: string) => argon2.hash(password, cheap) }
})

/**
 * Restores the clock and the globals after each test, because the next test may be in another file of the same process.
 */
afterEach(() => {
  vi.restoreAllMocks()
  // Before the timers: a stub keeps the global that it replaced, which may be one of the fake timers.
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createIdempotencyKey } from './call-api.ts'

afterEach(() => vi.unstubAllGlobals())

it('creates different idempotency keys that the server accepts, even on a page without HTTPS', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 500 }, createIdempotencyKey)
  for (const key of keys) expect(z.uuidv4().parse(key)).toBe(key)
  expect(new Set(keys).size).toBe(500)
})

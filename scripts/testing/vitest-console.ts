import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * Fails each test during which the code writes a warning or an error to the console, such as a warning of React. A test
 * that expects such output replaces the spy with `vi.spyOn(console, 'error').mockImplementation(…)`.
 */
const written: string[] = []

beforeEach(() => {
  written.length = 0
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...parts) => void written.push(format(...parts)))
})
afterEach(() => expect(written, 'Written to the console').toEqual([]))

import { globSync } from 'node:fs'

/** Test files by runner: Vitest, or Playwright in a browser. */
export interface TestFiles {
  unit: string[]
  browser: string[]
}

/** Lists the test files whose path contains one of the texts. @param texts when empty, all files are listed */
export function listTestFiles(texts: string[] = []): TestFiles {
  const list = (pattern: string) =>
    globSync(pattern)
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => texts.length === 0 || texts.some((text) => file.includes(text)))
      .toSorted()
  return {
    unit: list('{bench,build,content,contract,e2e,hub,scripts,server,web}/**/*.test.{ts,tsx}'),
    browser: list('e2e/**/*.spec.ts'),
  }
}

/**
 * Returns whether a test file has a long form for `npm run soak`. The conformance tests of the hub have one through the
 * module that declares them.
 */
export const hasSoakForm = (source: string): boolean => /testing\/(soak|soak-run|every-client)\.ts'/.test(source)

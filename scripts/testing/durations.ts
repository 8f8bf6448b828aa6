import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { TestResult } from './results.ts'

const store = '.cache/test-seconds.json'

/** The durations of test files in seconds, by path. */
export type TestDurations = Record<string, number>

/** Reads the duration of each test file in its last run. */
export function readDurations(): TestDurations {
  return existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {}
}

/** Stores durations. `npm run test:changed` uses them to choose tests that together take one minute. */
export function saveDurations(measured: TestDurations): void {
  mkdirSync('.cache', { recursive: true })
  writeFileSync(store, JSON.stringify({ ...readDurations(), ...measured }, null, 1))
}

/**
 * Adds up the durations of the browser tests of each file. Leaves unit test files out, because Vitest measures each of
 * them as a whole, including its long hooks.
 */
export function sumBrowserDurationsByFile(results: TestResult[]): TestDurations {
  const durations: TestDurations = {}
  for (const { file, seconds } of results)
    if (file.endsWith('.spec.ts')) durations[file] = (durations[file] ?? 0) + seconds
  return durations
}

/**
 * Estimates the duration in seconds of a test file that has never run on this machine. A file that sets a timeout of a
 * minute or more is estimated at one minute.
 */
export function estimateTestFileSeconds(file: string, source: string): number {
  if (file.endsWith('.spec.ts')) return 20
  return /\}, (\d{2,}0|[6-9]\d)_000\)/.test(source) ? 60 : 4
}

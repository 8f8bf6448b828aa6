import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { TestResult } from './results.ts'

const store = '.cache/test-seconds.json'

/** Seconds by the path of a file with tests. */
export type TestDurations = Record<string, number>

/** Reads how long each file took when it last ran. */
export function readDurations(): TestDurations {
  return existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : {}
}

/** Keeps what files took: `npm run test:changed` fills its minute by that. */
export function saveDurations(measured: TestDurations): void {
  mkdirSync('.cache', { recursive: true })
  writeFileSync(store, JSON.stringify({ ...readDurations(), ...measured }, null, 1))
}

/** Adds up the browser tests of each file. Unit tests have hooks that take longer, so Vitest measures their files. */
export function sumBrowserDurations(results: TestResult[]): TestDurations {
  const durations: TestDurations = {}
  for (const { file, seconds } of results)
    if (file.endsWith('.spec.ts')) durations[file] = (durations[file] ?? 0) + seconds
  return durations
}

/** Guesses what a file takes that has never run here. One that asks for a minute or more is taken at its word. */
export function estimateSeconds(file: string, source: string): number {
  if (file.endsWith('.spec.ts')) return 20
  return /\}, (\d{2,}0|[6-9]\d)_000\)/.test(source) ? 60 : 4
}

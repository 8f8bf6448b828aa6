import { mkdirSync, rmSync } from 'node:fs'
import { ensureChromium, tryInstallHeadlessChromium } from '../chromium.ts'
import { tryInstallRedis } from '../redis.ts'
import { saveDurations, sumBrowserDurationsByFile } from './durations.ts'
import { trackPeakMemoryKilobytes } from './memory.ts'
import { readTestResults } from './results.ts'
import { runStep, type Step, type StepResult } from './steps.ts'
import { summariseRun } from './summary.ts'

interface Ending {
  /** Lines about the test files that the change may affect, but that did not fit into the available time. */
  leftOut?: string[]
  /** Whether tests were selected by their title. If so, the other tests do not count as failures. */
  byTitle?: boolean
}

/** A run of checks and tests. It begins with an empty folder `test-results` and ends with a summary. */
export interface TestRun {
  /** Runs steps in order. Except in CI, stops after a step that fails. */
  perform(steps: Step[]): Promise<void>
  /** Prints the summary and sets the exit code. */
  end(ending: Ending): void
}

/**
 * Starts a run: empties `test-results`, installs Chromium and Redis if they are missing, and starts to measure the
 * memory.
 */
export function prepareTestRun(): TestRun {
  const isCi = process.env.CI !== undefined
  const memory = trackPeakMemoryKilobytes()
  rmSync('test-results', { recursive: true, force: true })
  mkdirSync('test-results')
  process.env.CHROMIUM_PATH = ensureChromium()
  tryInstallHeadlessChromium()
  tryInstallRedis()
  const ended: StepResult[] = []
  return {
    async perform(steps) {
      for (const step of steps) {
        if (!isCi && ended.some(({ passed }) => !passed)) return
        ended.push(await runStep(step))
      }
    },
    end({ leftOut = [], byTitle = false }) {
      const results = readTestResults().filter(({ passed, error }) => !byTitle || passed || error)
      if (!byTitle) saveDurations(sumBrowserDurationsByFile(results))
      const { lines, passed } = summariseRun({ results, steps: ended, leftOut, memory: memory(), flakyPasses: isCi })
      console.log(lines.join('\n'))
      process.exitCode = passed ? 0 : 1
    },
  }
}

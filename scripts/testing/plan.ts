import type { TestFiles } from './files.ts'

/**
 * The seconds that Vitest and Playwright (`UNIT_START`, `BROWSER_START`) need on two cores before their first tests
 * run.
 */
const UNIT_START = 3
const BROWSER_START = 8
const BUILD = 25

interface Changes {
  /** The affected test files, in order; those most likely to fail come first. */
  reached: TestFiles
  secondsOf: (file: string) => number
  seconds: number
  workers: number
  isBuilt: boolean
}

/**
 * Chooses tests that fit into the available time. Unit tests get half of the time when there are also browser tests.
 */
export function chooseTestsWithinTime({ reached, secondsOf, seconds, workers, isBuilt }: Changes): TestFiles {
  const cost = (file: string) => secondsOf(file) / workers
  const runnable = reached.unit.filter((file) => isBuilt || !file.startsWith('e2e/built/'))
  const forUnits = (reached.browser.length > 0 ? seconds / 2 : seconds) - UNIT_START
  // One worker runs a whole file, so the file must fit into the time of one worker.
  const short = runnable.filter((file) => secondsOf(file) <= forUnits)
  const unit = takeFitting(short, cost, forUnits)
  const used = UNIT_START + unit.reduce((total, file) => total + cost(file), 0)
  const forBrowser = seconds - used - BROWSER_START - (isBuilt ? 0 : BUILD)
  return { unit, browser: takeFitting(reached.browser, cost, forBrowser) }
}

/** Returns, in their order, all files that still fit into the available time. */
function takeFitting(files: string[], cost: (file: string) => number, available: number): string[] {
  let left = available
  return files.filter((file) => {
    const fits = cost(file) <= left
    if (fits) left -= cost(file)
    return fits
  })
}

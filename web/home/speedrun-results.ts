import { onStorageChangedElsewhere, storage } from '../device/storage.ts'
import type { BestSpeedrun, StoredSpeedrunResults } from './speedrun-state.ts'

const KEY = 'run'

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

function isBest(value: unknown): value is BestSpeedrun {
  const { splits, total } = Object(value)
  return isTime(total) && Array.isArray(splits) && splits.every((split) => isTime(split) && split <= total)
}

/**
 * Parses the stored results of runs of the scrolling game. If the text is invalid, returns no best run, and the game is
 * switched on.
 */
export function parseStoredSpeedrunResults(text: string | null): StoredSpeedrunResults {
  try {
    const { switchedOn, best } = Object(JSON.parse(text ?? 'null'))
    return { switchedOn: switchedOn !== false, best: isBest(best) ? { splits: best.splits, total: best.total } : null }
  } catch {
    return { switchedOn: true, best: null }
  }
}

/**
 * Reads the stored results of runs. When the browser blocks its storage, only results since the page was loaded exist.
 */
export const readSpeedrunResults = (): StoredSpeedrunResults => parseStoredSpeedrunResults(storage.get(KEY))

/** Stores the results of runs. */
export function writeSpeedrunResults({ switchedOn, best }: StoredSpeedrunResults): void {
  storage.set(KEY, JSON.stringify({ switchedOn, best }))
}

/** Calls the listener when another tab may have stored results. @returns a function that removes the listener */
export const onSpeedrunResultsChangedElsewhere = (listener: () => void): (() => void) =>
  onStorageChangedElsewhere((key) => (key === null || key === KEY) && listener())

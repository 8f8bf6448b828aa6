import { globSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The library of Debian's package faketime. */
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

/** A clock of a process that a test can set. */
export interface FalseClock {
  /** The settings with which the process starts. */
  settings: Record<string, string>
  /** Makes the clock go before the true one, or behind it for a negative time, within a second. */
  set: (aheadS: number) => void
}

/** Returns a clock for one process. Null when faketime is not installed. */
export function createFalseClock(folder: string, name: string): FalseClock | null {
  if (!library) return null
  const file = path.join(folder, name)
  const set = (aheadS: number) => writeFileSync(file, `${aheadS < 0 ? '' : '+'}${aheadS}\n`)
  set(0)
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Timers use the monotonic clock, which does not jump when the time of a machine is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  }
}

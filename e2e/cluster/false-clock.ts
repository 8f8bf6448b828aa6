import { globSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The path of libfaketime, which is in Debian's package faketime. */
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

/** The clock of one process, which a test can change. */
export interface FalseClock {
  /** The environment with which the process must be started. */
  settings: Record<string, string>
  /**
   * Sets how far the clock is ahead of the real time, in seconds; negative when it is behind. The change takes effect
   * within a second.
   */
  set: (aheadS: number) => void
}

/** Creates a clock for one process. Returns null when faketime is not installed. */
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
      // Timers use the monotonic clock. This clock is not faked, because setting the time of a real machine does not
      // change it.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  }
}

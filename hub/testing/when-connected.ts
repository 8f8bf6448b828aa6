import type { Backplane } from '../backplanes/backplane.ts'

/** Resolves when a backplane connects for the next time. Call it before the connection is made. */
export function waitForBackplaneConnection(backplane: Backplane): Promise<void> {
  return new Promise((resolve) => backplane.onChange((state) => state === 'connected' && resolve()))
}

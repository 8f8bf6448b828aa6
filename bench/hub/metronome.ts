/**
 * A worker thread that signals when a message is due. Timers of the event loop would be too inexact: they are up to a
 * millisecond late, and a broadcast to a hundred clients takes only about a millisecond.
 */
import { parentPort } from 'node:worker_threads'
import { readSharedClockMs } from './clock.ts'

export interface MetronomeOptions {
  /** The time of the first signal, in milliseconds of the shared clock. */
  start: number
  everyMs: number
  count: number
}

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

parentPort?.on('message', ({ start, everyMs, count }: MetronomeOptions) => {
  for (let beat = 0; beat < count; beat++) {
    const due = start + beat * everyMs
    const left = due - readSharedClockMs()
    if (left > 0) Atomics.wait(nobodyWakes, 0, 0, left)
    parentPort?.postMessage(due)
  }
})

/**
 * A worker thread that says when something is due. The event loop's own timers are up to a millisecond late, about as
 * long as a server takes to send to a hundred clients.
 */
import { parentPort } from 'node:worker_threads'
import { now } from './clock.ts'

export interface Beats {
  /** In milliseconds of the shared clock. */
  start: number
  everyMs: number
  count: number
}

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

parentPort?.on('message', ({ start, everyMs, count }: Beats) => {
  for (let beat = 0; beat < count; beat++) {
    const due = start + beat * everyMs
    const left = due - now()
    if (left > 0) Atomics.wait(nobodyWakes, 0, 0, left)
    parentPort?.postMessage(due)
  }
})

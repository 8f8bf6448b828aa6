import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#contract/limits.ts'
import { type Job, repeatJob } from './repeat-job.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Repeats the given job. By default, the job does nothing. `run` records the calls. */
function repeated(job: Partial<Job> = {}, failurePauseMs = SECOND_MS) {
  const run = vi.fn(job.run ?? (async () => {}))
  const watch = { onSuccess: vi.fn(), onError: vi.fn(() => failurePauseMs) }
  return { ...repeatJob({ everyMs: HOUR_MS, ...job, run }, watch), run, watch }
}

test('runs the job at once, and again after each pause', async () => {
  const { run } = repeated()
  await pass(HOUR_MS - 1)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('runs the job again without a pause while the job reports more work', async () => {
  let left = 3
  const { run } = repeated({ run: async () => --left > 0 })
  await pass(0)
  expect(run).toHaveBeenCalledTimes(3)
})

test('a wake-up ends the pause, and several wake-ups cause one run', async () => {
  const { run, wake } = repeated()
  await pass(1)
  for (let i = 0; i < 5; i++) wake()
  await pass(0)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a wake-up during a run is followed by another run', async () => {
  const inHand = Promise.withResolvers<void>()
  const { run, wake } = repeated({ run: () => inHand.promise })
  await pass(1)
  wake()
  await pass(1)
  expect(run).toHaveBeenCalledTimes(1)
  inHand.resolve()
  await pass(0)
  expect(run).toHaveBeenCalledTimes(2)
})

test('runs the job again after a wake-up that arrives while the next due time is being read', async () => {
  const found = Promise.withResolvers<null>()
  const { run, wake } = repeated({ nextAt: () => found.promise })
  await pass(1)
  wake()
  found.resolve(null)
  await pass(0)
  expect(run).toHaveBeenCalledTimes(2)
})

test('when the next due time is before the end of the pause, the job runs exactly at that time', async () => {
  const dueAt = Date.now() + 90 * SECOND_MS
  const { run } = repeated({ nextAt: async (until) => (dueAt <= until && Date.now() < dueAt ? dueAt : null) })
  await pass(90 * SECOND_MS - 1)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('when the next run is already due after a run, the job pauses for a second before it runs again', async () => {
  const { run } = repeated({ nextAt: async () => Date.now() - 1 })
  await pass(SECOND_MS - 1)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('after a failure the job pauses for the time that onError returns, and a wake-up does not end this pause', async () => {
  const error = new Error('broken')
  const { run, wake, watch } = repeated({ run: () => Promise.reject(error) })
  await pass(1)
  expect(watch.onError.mock.calls).toEqual([[error]])
  wake()
  await pass(SECOND_MS - 2)
  expect(run).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(run).toHaveBeenCalledTimes(2)
  expect(watch.onSuccess).not.toHaveBeenCalled()
})

test('a wake-up ends the pause that follows a successful run, even if an earlier run failed', async () => {
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('broken')).mockResolvedValue()
  const { wake, watch } = repeated({ run })
  await pass(SECOND_MS)
  expect([run.mock.calls.length, watch.onSuccess.mock.calls.length]).toEqual([2, 1])
  wake()
  await pass(0)
  expect(run).toHaveBeenCalledTimes(3)
})

test('stopping waits for the active run, and no further run starts', async () => {
  const inHand = Promise.withResolvers<void>()
  const { run, wake, stop } = repeated({ run: () => inHand.promise })
  await pass(1)
  wake()
  const stopped = vi.fn()
  const stopping = stop().then(stopped)
  await pass(HOUR_MS)
  expect(stopped).not.toHaveBeenCalled()
  inHand.resolve()
  await stopping
  await pass(HOUR_MS)
  expect(run).toHaveBeenCalledTimes(1)
})

test.each([
  ['after a run', {}],
  ['after a failure', { run: () => Promise.reject(new Error('broken')) }],
])('stopping ends the pause %s', async (_, job) => {
  const { stop } = repeated(job)
  await pass(1)
  await stop()
})

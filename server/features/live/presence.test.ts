import { type Backplane, memoryBackplane } from '@hobohat/hub'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPresenceTracker } from './presence.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})

/** Creates the presence of one process. `sent`: the counts sent to its readers, as `page readers @ connections`. */
function openProcess(backplane: Backplane | undefined) {
  const sent: string[] = []
  const presence = createPresenceTracker({
    backplane,
    send: (ids, { pageUrl, readers }) => sent.push(`${pageUrl} ${readers} @ ${[...ids].join()}`),
  })
  return { ...presence, sent }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('when the readers of a page change several times within a quarter of a second, one count is sent', async () => {
  const process = openProcess(undefined)
  process.joined('about', 'a')
  process.joined('about', 'b')
  process.left('about', 'a')
  process.joined('about', 'c')
  await pass(249)
  expect(process.sent).toEqual([])
  await pass(1)
  expect(process.sent).toEqual(['about 2 @ b,c'])
  process.left('about', 'b')
  await pass(250)
  expect(process.sent).toEqual(['about 2 @ b,c', 'about 1 @ c'])
})

test('each process sends counts to its own readers only, and sends an unchanged count only once', async () => {
  const backplane = memoryBackplane()
  const [one, two] = [openProcess(backplane), openProcess(backplane)]
  one.joined('about', 'a')
  two.joined('about', 'b')
  await pass(1_000)
  expect([one.sent.at(-1), two.sent.at(-1)]).toEqual(['about 2 @ a', 'about 2 @ b'])
  const before = [one.sent.length, two.sent.length]
  await pass(60_000)
  expect([one.sent.length, two.sent.length]).toEqual(before)
})

test('a new process gets the counts of the other processes at once', async () => {
  const backplane = memoryBackplane()
  const one = openProcess(backplane)
  one.joined('about', 'a')
  await pass(1_000)
  const two = openProcess(backplane)
  two.joined('about', 'b')
  await pass(250)
  expect(two.sent).toEqual(['about 2 @ b'])
})

test('the readers of a process that has not reported for 45 seconds are no longer counted', async () => {
  const backplane = memoryBackplane()
  let alive = true
  const failing: Backplane = {
    ...backplane,
    publish: async (topic, bytes) => {
      if (alive) await backplane.publish(topic, bytes)
    },
  }
  const [one, two] = [openProcess(backplane), openProcess(failing)]
  one.joined('about', 'a')
  two.joined('about', 'b')
  await pass(1_000)
  expect(one.sent.at(-1)).toBe('about 2 @ a')
  alive = false
  await pass(44_000)
  expect(one.sent.at(-1)).toBe('about 2 @ a')
  await pass(20_000)
  expect(one.sent.at(-1)).toBe('about 1 @ a')
  // When a process was only unreachable, its readers are counted again after its next report.
  alive = true
  await pass(16_000)
  expect(one.sent.at(-1)).toBe('about 2 @ a')
})

test('when a process closes, its readers are no longer counted, and it sends no further counts', async () => {
  const backplane = memoryBackplane()
  const [one, two] = [openProcess(backplane), openProcess(backplane)]
  one.joined('about', 'a')
  two.joined('about', 'b')
  await pass(1_000)
  const before = two.sent.length
  await two.close()
  two.left('about', 'b')
  await pass(1_000)
  expect(one.sent.at(-1)).toBe('about 1 @ a')
  expect(two.sent).toHaveLength(before)
})

test('invalid reports from the backplane are ignored', async () => {
  const backplane = memoryBackplane()
  const process = openProcess(backplane)
  process.joined('about', 'a')
  await pass(1_000)
  for (const message of ['', 'null', '{"from":1}', '{"from":"x","readers":{"about":-1},"whole":true,"asks":false}']) {
    await backplane.publish('live:readers', Buffer.from(message))
  }
  await pass(1_000)
  expect(process.sent).toEqual(['about 1 @ a'])
})

import { type Backplane, memoryBackplane } from '@hobohat/hub'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPresence } from './presence.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})

/** One process; `told` is what it has told its own, as `number of readers @ connections`. */
function openProcess(backplane: Backplane | undefined) {
  const told: string[] = []
  const presence = createPresence({
    backplane,
    tell: (ids, { pageUrl, readers }) => told.push(`${pageUrl} ${readers} @ ${[...ids].join()}`),
  })
  return { ...presence, told }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('many changes within a quarter of a second are told once', async () => {
  const process = openProcess(undefined)
  process.joined('about', 'a')
  process.joined('about', 'b')
  process.left('about', 'a')
  process.joined('about', 'c')
  await pass(249)
  expect(process.told).toEqual([])
  await pass(1)
  expect(process.told).toEqual(['about 2 @ b,c'])
  process.left('about', 'b')
  await pass(250)
  expect(process.told).toEqual(['about 2 @ b,c', 'about 1 @ c'])
})

test('each process tells its own, and says so little that nobody is told twice', async () => {
  const backplane = memoryBackplane()
  const [one, two] = [openProcess(backplane), openProcess(backplane)]
  one.joined('about', 'a')
  two.joined('about', 'b')
  await pass(1_000)
  expect([one.told.at(-1), two.told.at(-1)]).toEqual(['about 2 @ a', 'about 2 @ b'])
  const before = [one.told.length, two.told.length]
  await pass(60_000)
  expect([one.told.length, two.told.length]).toEqual(before)
})

test('a process that has just come knows at once whom the others have', async () => {
  const backplane = memoryBackplane()
  const one = openProcess(backplane)
  one.joined('about', 'a')
  await pass(1_000)
  const two = openProcess(backplane)
  two.joined('about', 'b')
  await pass(250)
  expect(two.told).toEqual(['about 2 @ b'])
})

test('a process that says nothing for 45 seconds is gone, with its readers', async () => {
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
  expect(one.told.at(-1)).toBe('about 2 @ a')
  alive = false
  await pass(44_000)
  expect(one.told.at(-1)).toBe('about 2 @ a')
  await pass(20_000)
  expect(one.told.at(-1)).toBe('about 1 @ a')
  // And when it was only out of reach, it is back with the next it says.
  alive = true
  await pass(16_000)
  expect(one.told.at(-1)).toBe('about 2 @ a')
})

test('a process that closes takes its readers along, and tells nobody any more', async () => {
  const backplane = memoryBackplane()
  const [one, two] = [openProcess(backplane), openProcess(backplane)]
  one.joined('about', 'a')
  two.joined('about', 'b')
  await pass(1_000)
  const before = two.told.length
  await two.close()
  two.left('about', 'b')
  await pass(1_000)
  expect(one.told.at(-1)).toBe('about 1 @ a')
  expect(two.told).toHaveLength(before)
})

test('what another version of the site says is passed over', async () => {
  const backplane = memoryBackplane()
  const process = openProcess(backplane)
  process.joined('about', 'a')
  await pass(1_000)
  for (const said of ['', 'null', '{"from":1}', '{"from":"x","readers":{"about":-1},"whole":true,"asks":false}']) {
    await backplane.publish('live:readers', Buffer.from(said))
  }
  await pass(1_000)
  expect(process.told).toEqual(['about 1 @ a'])
})

import { expect, test } from 'vitest'
import { planTests } from './plan.ts'

const durations: Record<string, number> = { 'slow.test.ts': 300, 'menu.spec.ts': 30, 'desk.spec.ts': 40 }
const changes = {
  reached: { unit: ['a.test.ts', 'slow.test.ts', 'b.test.ts'], browser: [] as string[] },
  secondsOf: (file: string) => durations[file] ?? 5,
  seconds: 50,
  workers: 2,
  isBuilt: true,
}

test('leaves out a file that exceeds the rest of the minute, and takes the next one', () => {
  expect(planTests(changes).unit).toEqual(['a.test.ts', 'b.test.ts'])
})

test('plans more files for more workers, and none that takes longer than the minute alone', () => {
  const unit = Array.from({ length: 100 }, (_, at) => `${at}.test.ts`)
  expect(planTests({ ...changes, reached: { unit, browser: [] } }).unit).toHaveLength(18)
  expect(planTests({ ...changes, reached: { unit, browser: [] }, workers: 4 }).unit).toHaveLength(37)
  expect(planTests({ ...changes, workers: 8 }).unit).toEqual(['a.test.ts', 'b.test.ts'])
})

test('gives browser tests the time that unit tests leave, less the build when the site changed', () => {
  const reached = { unit: ['a.test.ts', 'b.test.ts'], browser: ['menu.spec.ts', 'desk.spec.ts'] }
  expect(planTests({ ...changes, reached, seconds: 55 })).toEqual(reached)
  expect(planTests({ ...changes, reached, seconds: 55, isBuilt: false }).browser).toEqual([])
  expect(planTests({ ...changes, reached, seconds: 60, isBuilt: false }).browser).toEqual(['menu.spec.ts'])
})

test('runs tests that read the build when it exists', () => {
  const reached = { unit: ['e2e/built/metadata.test.ts', 'a.test.ts'], browser: [] }
  expect(planTests({ ...changes, reached }).unit).toEqual(reached.unit)
  expect(planTests({ ...changes, reached, isBuilt: false }).unit).toEqual(['a.test.ts'])
})

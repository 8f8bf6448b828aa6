import { expect, test } from 'vitest'
import { chooseTestsWithinTime } from './plan.ts'

const durations: Record<string, number> = { 'slow.test.ts': 300, 'menu.spec.ts': 30, 'desk.spec.ts': 40 }
const changes = {
  reached: { unit: ['a.test.ts', 'slow.test.ts', 'b.test.ts'], browser: [] as string[] },
  secondsOf: (file: string) => durations[file] ?? 5,
  seconds: 50,
  workers: 2,
  isBuilt: true,
}

test('the plan leaves out a test file that takes longer than the remaining time, and takes the next file', () => {
  expect(chooseTestsWithinTime(changes).unit).toEqual(['a.test.ts', 'b.test.ts'])
})

test('with more workers, the plan contains more test files, but never a file that takes longer than the available time', () => {
  const unit = Array.from({ length: 100 }, (_, at) => `${at}.test.ts`)
  expect(chooseTestsWithinTime({ ...changes, reached: { unit, browser: [] } }).unit).toHaveLength(18)
  expect(chooseTestsWithinTime({ ...changes, reached: { unit, browser: [] }, workers: 4 }).unit).toHaveLength(37)
  expect(chooseTestsWithinTime({ ...changes, workers: 8 }).unit).toEqual(['a.test.ts', 'b.test.ts'])
})

test('the plan gives browser tests the time that the unit tests and a necessary build leave', () => {
  const reached = { unit: ['a.test.ts', 'b.test.ts'], browser: ['menu.spec.ts', 'desk.spec.ts'] }
  expect(chooseTestsWithinTime({ ...changes, reached, seconds: 55 })).toEqual(reached)
  expect(chooseTestsWithinTime({ ...changes, reached, seconds: 55, isBuilt: false }).browser).toEqual([])
  expect(chooseTestsWithinTime({ ...changes, reached, seconds: 60, isBuilt: false }).browser).toEqual(['menu.spec.ts'])
})

test('the plan leaves out the tests that read the build when there is no build', () => {
  const reached = { unit: ['e2e/built/metadata.test.ts', 'a.test.ts'], browser: [] }
  expect(chooseTestsWithinTime({ ...changes, reached }).unit).toEqual(reached.unit)
  expect(chooseTestsWithinTime({ ...changes, reached, isBuilt: false }).unit).toEqual(['a.test.ts'])
})

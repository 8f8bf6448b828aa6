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

test('a file that takes longer than what is left of the minute is left out, and the next one is not', () => {
  expect(planTests(changes).unit).toEqual(['a.test.ts', 'b.test.ts'])
})

test('more workers take more files, and none that alone takes longer than the minute', () => {
  const unit = Array.from({ length: 100 }, (_, at) => `${at}.test.ts`)
  expect(planTests({ ...changes, reached: { unit, browser: [] } }).unit).toHaveLength(18)
  expect(planTests({ ...changes, reached: { unit, browser: [] }, workers: 4 }).unit).toHaveLength(37)
  expect(planTests({ ...changes, workers: 8 }).unit).toEqual(['a.test.ts', 'b.test.ts'])
})

test('browser tests get what unit tests leave, less the build where the site has changed', () => {
  const reached = { unit: ['a.test.ts', 'b.test.ts'], browser: ['menu.spec.ts', 'desk.spec.ts'] }
  expect(planTests({ ...changes, reached, seconds: 55 })).toEqual(reached)
  expect(planTests({ ...changes, reached, seconds: 55, isBuilt: false }).browser).toEqual([])
  expect(planTests({ ...changes, reached, seconds: 60, isBuilt: false }).browser).toEqual(['menu.spec.ts'])
})

test('tests that read the build run when it is there already', () => {
  const reached = { unit: ['e2e/built/metadata.test.ts', 'a.test.ts'], browser: [] }
  expect(planTests({ ...changes, reached }).unit).toEqual(reached.unit)
  expect(planTests({ ...changes, reached, isBuilt: false }).unit).toEqual(['a.test.ts'])
})

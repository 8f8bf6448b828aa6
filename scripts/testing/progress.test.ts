import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProgressLine } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function outputOf(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

test('a log file gets a line about the progress every 30 s and at the end', () => {
  const output = outputOf(false)
  const progress = new ProgressLine('tests', output)
  progress.start(3)
  progress.add(false)
  vi.advanceTimersByTime(29_000)
  expect(output.written).toEqual([])
  vi.advanceTimersByTime(1_000)
  progress.add(true)
  progress.print('what failed')
  vi.advanceTimersByTime(37_000)
  progress.end()
  vi.advanceTimersByTime(60_000)
  expect(output.written).toEqual([
    '1/3 tests, 0 failed, 0:30\n',
    'what failed\n',
    '2/3 tests, 1 failed, 1:00\n',
    '2/3 tests, 1 failed, 1:07\n',
  ])
})

test('a terminal gets one line about the progress, which is rewritten below other output', () => {
  const output = outputOf(true)
  const progress = new ProgressLine('files', output)
  progress.start(2)
  progress.print('what failed')
  progress.end()
  expect(output.written.join('').replaceAll('\r\u001B[2K', '<clear>')).toBe(
    '<clear>0/2 files, 0 failed, 0:00' +
      '<clear>what failed\n<clear>0/2 files, 0 failed, 0:00' +
      '<clear>0/2 files, 0 failed, 0:00\n',
  )
})

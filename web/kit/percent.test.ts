import { expect, test } from 'vitest'
import { parsePercent, percentInput, percentWords } from './percent.ts'

test('a percentage is read as people write it, with a point or a comma and up to two digits', () => {
  for (const [typed, rate] of [
    ['12.5', 1250],
    ['12,50 %', 1250],
    [' 0.05', 5],
    ['7.', 700],
    ['100', 10_000],
    ['', null],
    ['-1', null],
    ['1.234', null],
    ['ten', null],
    ['1000', null],
  ] as const)
    expect([typed, parsePercent(typed)]).toEqual([typed, rate])
})

test('a percentage is said with two digits', () => {
  expect([percentWords(1250), percentInput(5), percentWords(0)]).toEqual(['12.50%', '0.05', '0.00%'])
})

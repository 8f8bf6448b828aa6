import { expect, test } from 'vitest'
import { formatBasisPoints, formatBasisPointsForInput, parsePercentToBasisPoints } from './percent.ts'

test('parses a percentage with a point or a comma and up to two decimal places', () => {
  for (const [text, rate] of [
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
    expect([text, parsePercentToBasisPoints(text)]).toEqual([text, rate])
})

test('formats a percentage with two decimal places', () => {
  expect([formatBasisPoints(1250), formatBasisPointsForInput(5), formatBasisPoints(0)]).toEqual([
    '12.50%',
    '0.05',
    '0.00%',
  ])
})

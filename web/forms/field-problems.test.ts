import { expect, test } from 'vitest'
import { formatLengthLeft } from './field-problems.ts'

test.each([
  ['', 500, '500 characters left'],
  [' ab ', 3, '1 character left'],
  ['abc', 3, '0 characters left'],
  ['🍕🍕', 1, '1 character too many'],
  ['x'.repeat(2_000), 500, '1,500 characters too many'],
])('the counter of a text field shows how many characters are left or too many (%#)', (text, max, expected) => {
  expect(formatLengthLeft(text, max)).toBe(expected)
})

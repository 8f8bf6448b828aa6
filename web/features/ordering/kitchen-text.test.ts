import { expect, test } from 'vitest'
import { parsePostcode } from './kitchen-text.ts'

test.each([
  [' ab1 2cd ', 'AB1 2CD'],
  ['１５０－０００１', '150-0001'],
  ['150ー0001', '150-0001'],
  ['--', null],
  ['Somewhere in the town', null],
])('reads the text “%s” as the postcode %j', (text, postcode) => {
  expect(parsePostcode(text)).toBe(postcode)
})

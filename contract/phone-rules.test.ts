import { expect, test } from 'vitest'
import { findPhoneErrorCode } from './phone-rules.ts'

test.each([
  ['', null],
  ['+44 20 7946 0958', null],
  ['12345', null],
  ['1'.repeat(15), null],
  ['1234', 'phone_length'],
  ['1'.repeat(16), 'phone_length'],
  ['1'.repeat(60), 'phone_length'],
  ['call me', 'phone_invalid'],
  ['020/7946', 'phone_invalid'],
])('the problem of the phone number “%s” is %s', (phone, problem) => {
  expect(findPhoneErrorCode(phone)).toBe(problem)
})

import { expect, it } from 'vitest'
import { sanitizeReturnPath } from './return-path.ts'

it.each(['/', '/seefunk', '/desk/people?role=guest#last', '/with%20space'])('accepts the return path %s', (path) => {
  expect(sanitizeReturnPath(path)).toBe(path)
})

it.each([
  null,
  '',
  'seefunk',
  'https://elsewhere.example',
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\\\elsewhere.example',
  '/.//elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '/seefunk\u0000',
])('replaces the invalid return path %j by Home', (path) => {
  expect(sanitizeReturnPath(path)).toBe('/')
})

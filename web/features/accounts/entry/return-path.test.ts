import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each(['/', '/seefunk', '/desk/people?role=guest#last', '/with%20space'])('goes back to %s', (path) => {
  expect(returnPath(path)).toBe(path)
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
])('goes to Home instead of %j', (path) => {
  expect(returnPath(path)).toBe('/')
})

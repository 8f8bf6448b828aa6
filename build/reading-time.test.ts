import { expect, test } from 'vitest'
import { estimateMinutes } from './reading-time.ts'

test('440 words take two minutes, and punctuation is no word', () => {
  expect(estimateMinutes('Bread, yes! '.repeat(220), 'en')).toBe(2)
})

test('a short text takes a minute', () => {
  expect(estimateMinutes('', 'en')).toBe(1)
})

test('a text in Japanese is more than one word', () => {
  // 14 characters in about 7 words, and people read 400 to 600 characters a minute.
  expect(estimateMinutes('私は毎朝六時にパンを焼きます。'.repeat(100), 'ja')).toBeGreaterThanOrEqual(3)
  expect(estimateMinutes('私は毎朝六時にパンを焼きます。'.repeat(100), 'ja')).toBeLessThanOrEqual(5)
})

import { expect, test } from 'vitest'
import { estimateMinutes } from './reading-time.ts'

test('440 words take two minutes, and punctuation does not count as a word', () => {
  expect(estimateMinutes('Bread, yes! '.repeat(220), 'en')).toBe(2)
})

test('the shortest reading time is one minute', () => {
  expect(estimateMinutes('', 'en')).toBe(1)
})

test('a Japanese text, which has no spaces, counts as more than one word', () => {
  // The text has 100 sentences of 14 characters. People read 400 to 600 characters a minute.
  expect(estimateMinutes('私は毎朝六時にパンを焼きます。'.repeat(100), 'ja')).toBeGreaterThanOrEqual(3)
  expect(estimateMinutes('私は毎朝六時にパンを焼きます。'.repeat(100), 'ja')).toBeLessThanOrEqual(5)
})

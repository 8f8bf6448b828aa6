import { expect, test } from 'vitest'
import { escapeAndroidText } from './android.ts'

test.each([
  ["Noah's Kitchen", '\\&#39;'],
  ['The "Boje"', '\\&quot;'],
  ['Salt & Pepper', ' &amp; '],
  ['C:\\Games', '\\\\'],
  ['@home', '\\@home'],
  ['?home', '\\?home'],
])('the name %s is escaped for a string resource of Android: %s', (name, escaped) => {
  expect(escapeAndroidText(name)).toContain(escaped)
})

import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { cleanCommentText } from './comment-text.ts'

describe('the text of a comment', () => {
  test.each([
    ['blanks around the text', ' \n\tHello \n', 'Hello'],
    ['line breaks of several systems', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['control characters', 'a\0b\u0007c\u001B[31md\u007F', 'abc[31md'],
    [
      'characters that change the text direction',
      'user\u202Etxt.exe\u202C \u2066isolated\u2069 \u200F\u061C',
      'usertxt.exe isolated',
    ],
    ['zero-width blanks and fillers', 'a\u200Bb\uFEFFc\u2060d\u00ADe\u3164f\u115Fg', 'abcdefg'],
    ['invisible tag characters', 'hi\u{E0068}\u{E0069}', 'hi'],
    ['other tag characters after a black flag', '🏴\u{E0068}\u{E0069}\u{E007F}', '🏴'],
    ['code points that are no characters', 'a\uFFFEb\u{1FFFF}c', 'abc'],
    ['half of a surrogate pair', 'a\uD800b', 'a\uFFFDb'],
    ['a letter with a separate accent', 'Zoe\u0308', 'Zoë'],
    [
      'more than four combining marks in a row',
      `Z${'\u0335'.repeat(60)}a\u0301${'\u0489'.repeat(9)}`,
      `Z${'\u0335'.repeat(4)}á${'\u0489'.repeat(4)}`,
    ],
    ['combining marks with joiners between them', `Z${'\u0335\u200D'.repeat(60)}a`, `Z${'\u0335\u200D'.repeat(4)}a`],
    ['many joiners', 'a\u200D\u200C\u200D\u200Db', 'a\u200Db'],
    ['more than two blank lines', 'a\n\n\n\n\n\nb\n \n\t\n \n \nc', 'a\n\n\nb\n\n\nc'],
  ])('cleaning the text of a comment removes or normalises %s', (_, typed, clean) => {
    expect(cleanCommentText(typed)).toBe(clean)
  })

  test.each([
    ['two blank lines, tabs and indentation', 'a\n\n\nb\n\tc\n    d'],
    ['a family, a flag and a keycap', '👨‍👩‍👧‍👦 🇳🇱 1️⃣ ❤️‍🔥'],
    ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['Persian with a zero-width non-joiner', 'می‌خواهم'],
    ['Hindi with a zero-width joiner', 'क्‍ष'],
    ['Hebrew with points', 'בְּרֵאשִׁ֖ית'],
    ['Thai', 'ที่นี่'],
    ['Vietnamese', 'Tiếng Việt'],
    ['HTML', '<b onclick="x()">&amp;</b>'],
    ['Markdown', '**a** [b](https://c.example) `d`\n> e\n- f'],
  ])('cleaning the text of a comment keeps %s', (_, typed) => {
    expect(cleanCommentText(typed)).toBe(typed)
  })

  test('cleaning a text that has already been cleaned does not change the text', () => {
    const typed = `\u202E a\r\n\r\n\r\n\r\nb${'\u0301\u200D'.repeat(9)} \uD800 `
    expect(cleanCommentText(cleanCommentText(typed))).toBe(cleanCommentText(typed))
  })
})

test('64 KiB of unordered combining marks take no more time to clean than other text', () => {
  const from = process.threadCpuUsage()
  expect(cleanCommentText(`a${'\u0301\u0316'.repeat(16 * 1024)}`)).toBe('á\u0316\u0316\u0316\u0316'.normalize('NFC'))
  // Without the limit of combining marks, sorting the marks takes 400 ms of this thread.
  expect(process.threadCpuUsage(from).user / 1_000).toBeLessThan(100)
})

import { COMMENT_LENGTH_MAX } from '#contract/limits.ts'
import { normalizeText } from '#contract/normal-form.ts'
import { Refusal } from '../../http/failures.ts'

/** More accents on one letter than any script has. */
const MARKS_MAX = 4

/**
 * What is not seen and changes what is: control characters, turned directions, fillers, tags. Not the joiners, which
 * scripts and emoji need, nor the selectors of variants, which are marks and counted as such.
 */
const invisible =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\u200C\u200D\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]]/gv
const newline = /\r\n?|[\u0085\u2028\u2029]/g
const joiners = /([\u200C\u200D])[\u200C\u200D]+/g
const marks = new RegExp(`((?:\\p{M}[\\u200C\\u200D]?){${MARKS_MAX}})(?:\\p{M}[\\u200C\\u200D]?)+`, 'gu')
const blankLines = /\n(?:[^\S\n]*\n){3,}/g
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/v

/**
 * The words of a comment as they are kept: in NFC, with single line feeds, without what cannot be seen, with at most two
 * blank lines and four marks in a row. HTML and Markdown stay as they were typed.
 */
export function cleanText(typed: string): string {
  const seen = typed.toWellFormed().replace(newline, '\n').replace(invisible, '').replace(joiners, '$1')
  return normalizeText(seen).replace(marks, '$1').replace(blankLines, '\n\n\n').trim()
}

/**
 * The words of a comment as somebody typed them, cleaned (S5.03).
 * @throws {Refusal} comment_empty when there is nothing to see; comment_too_long
 */
export function checkedText(typed: string): string {
  const clean = cleanText(typed)
  if (!visible.test(clean)) throw new Refusal('comment_empty')
  if ([...clean].length > COMMENT_LENGTH_MAX) throw new Refusal('comment_too_long')
  return clean
}

import { normalizeText } from '#contract/normal-form.ts'

/** The maximum number of combining marks in a row; no script needs more. */
const MARKS_MAX = 4

/**
 * Invisible characters that are removed: control characters, changes of the text direction, filler characters and tag
 * characters. Joiners are not removed, because scripts and emoji need them. Variation selectors are not removed,
 * because they count as marks. The first alternative finds flags such as that of Scotland, whose tag characters stay.
 */
const flagOrInvisible =
  /(\p{RGI_Emoji_Tag_Sequence})|[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\u200C\u200D\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]]/gv
const joiners = /([\u200C\u200D])[\u200C\u200D]+/g
const marks = new RegExp(`((?:\\p{M}[\\u200C\\u200D]?){${MARKS_MAX}})(?:\\p{M}[\\u200C\\u200D]?)+`, 'gu')
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/v
/** Control characters, zero-width blanks and changes of text direction. A blank replaces each of them in a line. */
const controls = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/** Returns whether a text has a character that readers can see. Marks and fillers alone are not visible. */
export const hasVisibleCharacter = (text: string): boolean => visible.test(text)

/**
 * Removes invisible characters except line breaks and tabs, and more than four combining marks in a row, which would
 * cover the text around them. @returns the text in NFC
 */
export function removeInvisibleCharacters(text: string): string {
  const visibleText = text.toWellFormed().replace(flagOrInvisible, '$1').replace(joiners, '$1')
  return normalizeText(visibleText).replace(marks, '$1')
}

/** Returns a text as one line, without invisible characters and with single blanks; '' when nothing is visible. */
export function cleanLine(text: string): string {
  const line = removeInvisibleCharacters(text.replace(controls, ' ')).replace(/\s+/g, ' ').trim()
  return hasVisibleCharacter(line) ? line : ''
}

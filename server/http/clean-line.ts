import { normalizeText } from '#contract/normal-form.ts'

/** Control characters and changes of writing direction, which can make a text look like another text. */
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/** Returns a text as one line, without invisible characters and with single blanks. */
export function cleanLine(text: string): string {
  return normalizeText(text).replace(invisible, ' ').replace(/\s+/g, ' ').trim()
}

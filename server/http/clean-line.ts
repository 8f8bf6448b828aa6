import { normalizeText } from '#contract/normal-form.ts'

/** Control characters, and those that turn the direction of writing around: they could make words look like others. */
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/** A line of words without what cannot be seen, its blanks made single. */
export function cleanLine(text: string): string {
  return normalizeText(text).replace(invisible, ' ').replace(/\s+/g, ' ').trim()
}

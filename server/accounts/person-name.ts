import { NAME_LENGTH_MAX } from '#contract/limits.ts'
import { Refusal } from '../http/failures.ts'

/** Control characters, and those that turn the direction of writing around: they could make a name look like another. */
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/** A name without what cannot be seen, its blanks made single. */
export function cleanName(name: string): string {
  return name.normalize('NFC').replace(invisible, ' ').replace(/\s+/g, ' ').trim()
}

/**
 * A name as somebody typed it, cleaned.
 * @throws {Refusal} name_missing, name_too_long
 */
export function checkedName(name: string): string {
  const clean = cleanName(name)
  if (clean === '') throw new Refusal('name_missing')
  if ([...clean].length > NAME_LENGTH_MAX) throw new Refusal('name_too_long')
  return clean
}

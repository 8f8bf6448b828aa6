import { AVATAR_INITIALS_MAX } from '#contract/limits.ts'

/** Returns the first letters of a name's first and last words, in capitals (S2.55: at most two). */
export function toInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > AVATAR_INITIALS_MAX ? [words[0], words.at(-1)] : words
  return chosen.map((word) => firstLetter(firstLetter(word).toLocaleUpperCase())).join('')
}

/**
 * Returns the first letter of a word. Also called after the conversion to capitals, because one letter can become
 * several: ß becomes SS.
 */
const firstLetter = (word = ''): string => [...word][0] ?? ''

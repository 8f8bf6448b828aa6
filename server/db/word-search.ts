import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { normalizeText } from '#contract/normal-form.ts'
import type { Schema } from './schema.ts'

/**
 * Returns the words of a search, all of which must match. White space ends a word, and so does a character that no
 * stored text contains, such as a zero byte.
 */
export const splitSearchWords = (search: string): string[] =>
  normalizeText(search)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)

/** Returns the condition that a text of a row contains a word, in small letters or capitals. */
export function buildSearchWordCondition<T extends keyof Schema>(
  eb: ExpressionBuilder<Schema, T>,
  text: RawBuilder<string>,
  word: string,
): Expression<SqlBool> {
  const patterns = spellingsOf(word).map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
  return eb.or(patterns.map((pattern) => sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`))
}

/**
 * Returns the possible results of `lower()` for the word in small letters, in capitals, and with a first capital. Every
 * database converts A to Z to small letters, but only some databases convert other letters.
 */
function spellingsOf(word: string): string[] {
  const small = word.toLowerCase()
  const capital = word.toUpperCase()
  const [first = ''] = capital
  const titled = first + [...small].slice(1).join('')
  return [...new Set([small, capital, titled].map((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}

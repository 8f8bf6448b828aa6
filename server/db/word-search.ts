import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { normalizeText } from '#contract/normal-form.ts'
import type { Schema } from './schema.ts'

/** The words of a search, each of which must be found; what no text can hold, such as a zero byte, is a blank. */
export const searchWords = (search: string): string[] =>
  normalizeText(search)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)

/** Whether a text of a row has a word in it, in capitals or not. */
export function hasWord<T extends keyof Schema>(
  eb: ExpressionBuilder<Schema, T>,
  text: RawBuilder<string>,
  word: string,
): Expression<SqlBool> {
  const patterns = spellingsOf(word).map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
  return eb.or(patterns.map((pattern) => sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`))
}

/**
 * The lower() of a database folds A to Z for sure and other letters perhaps; these are what it makes of a word in small
 * letters, in capitals, and with a capital first.
 */
function spellingsOf(word: string): string[] {
  const small = word.toLowerCase()
  const capital = word.toUpperCase()
  const [first = ''] = capital
  const titled = first + [...small].slice(1).join('')
  return [...new Set([small, capital, titled].map((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}

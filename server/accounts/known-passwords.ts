import { dictionary } from '@zxcvbn-ts/language-common'
import { roles } from '#contract/accounts.ts'
import { site } from '#site'
import { leakedPasswords } from './leaked-passwords.ts'
import { hashOf } from './secrets.ts'

/** What anybody tries first here: the site's address, its names, and what people are called. The whole before its parts. */
const siteWords = [new URL(site.origin).hostname, site.name, site.author, ...roles].map(compact)
const OTHER_CHARACTERS_MIN = 8

const common = new Set([...dictionary['passwords-common'].map(compact), ...siteWords])
const leaked = new Set(leakedPasswords.match(/.{8}/g))
const DIFFERENT_CHARACTERS_MIN = 4

/**
 * Whether a password is among the 59,000 most common ones, is one of them with digits and signs around it, repeats a few
 * characters, or is little more than a word of this site (S5.02).
 */
export function isCommonPassword(password: string): boolean {
  const plain = compact(password)
  const letters = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return (
    common.has(plain) ||
    common.has(letters) ||
    leaked.has(hashOf(plain).slice(0, 8)) ||
    new Set(plain).size < DIFFERENT_CHARACTERS_MIN ||
    isSiteWord(plain)
  )
}

function isSiteWord(plain: string): boolean {
  const rest = siteWords.reduce((text, word) => text.replaceAll(word, ''), plain)
  return rest !== plain && [...rest].length < OTHER_CHARACTERS_MIN
}

/** In small letters and without blanks. */
function compact(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '')
}

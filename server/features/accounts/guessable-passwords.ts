import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { roles } from '#contract/accounts.ts'
import { site } from '#site'

/** What anybody tries first here. */
const siteWords = [new URL(site.origin).hostname, site.name, site.author, ...roles].map(compact)
/** Of a long one the beginning is enough, and takes a bounded time. */
const LOOKED_AT_MAX = 64

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'], site: siteWords },
  graphs: adjacencyGraphs,
})
/** zxcvbn's scale goes from 0 to 4; below 3 a password falls to a hundred million guesses. */
const SCORE_MIN = 3

/**
 * Whether a password falls to few guesses (S5.02): one of the 49,000 most common ones, such a one spelled otherwise,
 * backwards, repeated or with digits beside it, a row of the keyboard, a sequence, a date, a word of the site or of the
 * address.
 */
export function isGuessable(password: string, email: string): boolean {
  const plain = compact(password)
  const address = compact(email)
  const known = [address, ...address.split(/[^\p{L}\p{N}]+/u)].filter(Boolean)
  return estimator.check(plain.slice(0, LOOKED_AT_MAX), known).score < SCORE_MIN
}

/** In small letters and without blanks. */
function compact(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '')
}

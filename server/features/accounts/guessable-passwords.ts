import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { roles } from '#contract/accounts.ts'
import { site } from '#site'

/** The words that an attacker tries first on this site. */
const siteWords = [new URL(site.origin).hostname, site.name, site.author, ...roles].map(compact)
/** The estimator reads only this many characters of a password, so that its time is limited. */
const CHECKED_LENGTH_MAX = 64

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'], site: siteWords },
  graphs: adjacencyGraphs,
})
/** The score of zxcvbn is 0 to 4. A password with a lower score than this is found within a hundred million guesses. */
const SCORE_MIN = 3

/**
 * Returns whether few guesses find a password (S5.02). Guessable passwords are the 49,000 most common ones and their
 * variants: spelled differently, backwards, repeated or with digits. Rows of the keyboard, sequences, dates, and words
 * of the site or of the email address are guessable too.
 */
export function isGuessablePassword(password: string, email: string): boolean {
  const plain = compact(password)
  const address = compact(email)
  const addressParts = [address, ...address.split(/[^\p{L}\p{N}]+/u)].filter(Boolean)
  return estimator.check(plain.slice(0, CHECKED_LENGTH_MAX), addressParts).score < SCORE_MIN
}

function compact(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '')
}

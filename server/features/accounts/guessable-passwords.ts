import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { roles } from '#contract/accounts.ts'
import { site } from '#site'

/** The words that an attacker tries first on this site. */
const siteWords = [new URL(site.origin).hostname, site.name, site.author, ...roles].map(compact)
/** The estimator reads only the beginning of a long password, so that its time is bounded. */
const CHECKED_LENGTH_MAX = 64

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'], site: siteWords },
  graphs: adjacencyGraphs,
})
/** The scale of zxcvbn is 0 to 4; below 3, a hundred million guesses find the password. */
const SCORE_MIN = 3

/**
 * Returns whether few guesses find a password (S5.02): one of the 49,000 most common ones, one of these spelled
 * differently, backwards, repeated or with digits, a row of the keyboard, a sequence, a date, a word of the site or of
 * the address.
 */
export function isGuessable(password: string, email: string): boolean {
  const plain = compact(password)
  const address = compact(email)
  const addressParts = [address, ...address.split(/[^\p{L}\p{N}]+/u)].filter(Boolean)
  return estimator.check(plain.slice(0, CHECKED_LENGTH_MAX), addressParts).score < SCORE_MIN
}

function compact(text: string): string {
  return text.toLowerCase().replace(/\s+/g, '')
}

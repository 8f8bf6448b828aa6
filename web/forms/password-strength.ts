import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { site } from '#site'

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, site: [site.name.toLowerCase()] },
  graphs: adjacencyGraphs,
})
const labels = ['very easy to guess', 'easy to guess', 'could be stronger', 'good', 'strong'] as const

/**
 * Describes the strength of a password (S5.02).
 * @param context the user's name and email address, which an attacker would try first
 */
export const describeStrength = (password: string, context: string[]): string =>
  `This password: ${labels[estimator.check(password, context).score]}.`

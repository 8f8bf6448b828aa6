import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { site } from '#site'

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, site: [site.name.toLowerCase()] },
  graphs: adjacencyGraphs,
})
const words = ['very easy to guess', 'easy to guess', 'could be stronger', 'good', 'strong'] as const

/** How hard a password is to guess, in words (S5.02). @param known what an attacker would try first: name, address */
export const strengthOf = (password: string, known: string[]): string =>
  `This password: ${words[estimator.check(password, known).score]}.`

import { expect, test } from 'vitest'
import { site } from '#site'
import { checkConfig } from './check-config.ts'

test('the configuration of this site is valid, also without a line of a feature', () => {
  expect(() => checkConfig()).not.toThrow()
  const { statistics: _, ...features } = site.features
  expect(() => checkConfig({ ...site, features })).not.toThrow()
})

test.each([
  ['a setting that is missing', { links: undefined }, /^site\.config\.ts:\d+: links: .*expected array/],
  ['an unknown setting', { leaderboard: {} }, /^site\.config\.ts: Unrecognized key: "leaderboard"\.\n/],
  ['an address with a path', { origin: 'https://a.example/blog' }, /: origin: must be an origin such as/],
  ['a colour without a meaning', { groups: { Seefahrt: 'sea' } }, /: groups\.Seefahrt: .*expected one of/],
  ['a link that is no address', { links: [{ name: 'A', url: 'a', group: 'B' }] }, /: links\.0\.url: Invalid URL\./],
])('the build refuses %s with its line and the reason', (_, change, message) => {
  expect(() => checkConfig({ ...site, ...change })).toThrow(message)
})

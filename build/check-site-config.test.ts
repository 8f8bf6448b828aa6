import { expect, test, vi } from 'vitest'
import { site } from '#site'
import { checkSiteConfig } from './check-site-config.ts'

test('the configuration of this site is valid, even when it has no line for a feature', () => {
  expect(() => checkSiteConfig()).not.toThrow()
  const { statistics: _, ...features } = site.features
  expect(() => checkSiteConfig({ ...site, features })).not.toThrow()
})

test.each([
  ['a setting that is missing', { links: undefined }, /^site\.config\.ts:\d+: links: .*expected array/],
  ['a name that is too long', { name: 'N'.repeat(41) }, /: name: must have at most 40 characters\./],
  ['an unknown setting', { leaderboard: {} }, /^site\.config\.ts: Unrecognized key: "leaderboard"\.\n/],
  [
    'a language with an underscore',
    { language: 'de_DE' },
    /^site\.config\.ts:\d+: language: must be a code such as en/,
  ],
  ['a language that is a name', { language: 'English (US)' }, /: language: must be a code such as en or de-AT\./],
  ['groups that are missing', { groups: undefined }, /: groups: .*expected record/],
  ['an origin with a path', { origin: 'https://a.example/blog' }, /: origin: must be an origin such as/],
  ['a group with an unknown colour', { groups: { Seefahrt: 'sea' } }, /: groups\.Seefahrt: .*expected one of/],
  [
    'a link in a group that does not exist',
    { links: [{ name: 'A', url: 'https://a.example', group: 'B' }] },
    /^site\.config\.ts:\d+: links\.0\.group: must be one of \w+, /,
  ],
  ['a link that is no URL', { links: [{ name: 'A', url: 'a', group: 'B' }] }, /: links\.0\.url: Invalid URL\./],
])('the build refuses %s with its line and the reason', (_, change, message) => {
  expect(() => checkSiteConfig({ ...site, ...change })).toThrow(message)
})

test('the build reads the configuration only after the check', async () => {
  vi.resetModules()
  vi.doMock('#site', () => ({ site: { ...site, language: 'de_DE', groups: undefined } }))
  const { buildSiteFiles } = await import('./build-site.ts')
  await expect(buildSiteFiles(() => {}, {} as never)).rejects.toThrow(/language: must be .*\n.*groups: /)
})

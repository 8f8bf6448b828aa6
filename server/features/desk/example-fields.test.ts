import { expect, test } from 'vitest'
import { exampleFields } from './example-fields.ts'

test('names every field whose web address or mail address is in a domain for examples', () => {
  expect(
    exampleFields({
      name: 'Example.org: a name',
      origin: 'https://baker.example',
      leaderboard: { name: 'Best', url: 'https://www.example.org/best' },
      social: [{ url: 'https://social.example' }, { url: 'https://real.org/@baker' }],
      securityContact: 'mailto:security@mail.example.com',
      features: { accounts: true },
    }),
  ).toEqual(['origin', 'leaderboard.url', 'social[0].url', 'securityContact'])
})

test('names no field of a site whose addresses are its own', () => {
  expect(
    exampleFields({
      origin: 'https://my-example.org',
      description: 'Bread: baked by hand.',
      securityContact: 'mailto:me@example.baker.org',
      leaderboard: null,
    }),
  ).toEqual([])
})

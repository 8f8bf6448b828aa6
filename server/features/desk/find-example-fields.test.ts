import { expect, test } from 'vitest'
import { findExampleFields } from './find-example-fields.ts'

test('lists every field of the configuration whose URL or email address is in an example domain', () => {
  expect(
    findExampleFields({
      name: 'Example.org: a name',
      origin: 'https://baker.example',
      links: [{ name: 'Best', url: 'https://www.example.org/best' }],
      social: [{ url: 'https://social.example' }, { url: 'https://real.org/@baker' }],
      securityContact: 'mailto:security@mail.example.com',
      features: { accounts: true },
    }),
  ).toEqual(['origin', 'links[0].url', 'social[0].url', 'securityContact'])
})

test('lists no field of a configuration without example domains', () => {
  expect(
    findExampleFields({
      origin: 'https://my-example.org',
      description: 'Bread: baked by hand.',
      securityContact: 'mailto:me@example.baker.org',
      colours: undefined,
    }),
  ).toEqual([])
})

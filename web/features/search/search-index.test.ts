import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { cutExcerpt } from './excerpt.ts'
import { findHits, type SearchSection, searchOptions } from './search-index.ts'

const entry = (id: string, page: string, text: string, heading = ''): SearchSection => ({ id, page, heading, text })

const index = new MiniSearch<SearchSection>(searchOptions)
index.addAll([
  entry('/rote-sand', 'Leuchtturm Rote Sand', 'Seit 1885 steht er im Wattenmeer. Er hatte Seefunk.'),
  entry('/seewetter', 'Seewetter abrufen', 'Der Bericht kommt über Seefunk und aus dem Netz.'),
  entry('/knoten', 'Knoten für Anfänger', 'Vier genügen für das erste Jahr.'),
  entry('/wetterstation', 'Wetterstation', 'Ein Barometer meldet auf Port 7001.'),
  entry('/seefunk#kanal-16', 'Seefunk', 'Hier hört jeder mit.', 'Kanal 16'),
  entry('/seefunk#kanal-10', 'Seefunk', 'Hier spricht man mit dem Hafen.', 'Kanal 10'),
  entry('/seefunk', 'Seefunk', 'Wer darf funken, und auf welchem Kanal.'),
])
const found = (typed: string) => findHits(index, typed)

test.each([
  ['leuchttrum rote', 'two letters that changed places', '/rote-sand'],
  ['seewettr', 'a letter that is missing', '/seewetter'],
  ['knotten anfänger', 'a letter too many', '/knoten'],
  ['7001', 'a number in the text', '/wetterstation'],
  ['barom', 'the beginning of a word', '/wetterstation'],
])('the input “%s” (%s) finds the page %s', (typed, _what, id) => {
  expect(found(typed).map((hit) => hit.id)).toContain(id)
})

test('a search for the name of a page lists two sections of this page first, and other pages below', () => {
  expect(found('seefunk').map(({ id }) => id)).toEqual([
    '/seefunk',
    expect.stringMatching('/seefunk#'),
    '/rote-sand',
    '/seewetter',
  ])
})

test('a search lists all pages that have the same name', () => {
  const own = new MiniSearch<SearchSection>(searchOptions)
  own.addAll(['/a', '/b', '/c'].map((id) => entry(id, 'Logbuch', 'Ein Tag auf See.')))
  expect(findHits(own, 'logbuch').map(({ id }) => id)).toEqual(['/a', '/b', '/c'])
})

test('a search lists a placeholder after all other pages, even when the reader types the placeholder’s exact name', () => {
  const own = new MiniSearch<SearchSection>(searchOptions)
  own.addAll([
    { ...entry('/lotse', 'Der Lotse', 'Hier steht bald mehr.'), placeholder: true },
    entry('/seefunk', 'Seefunk', 'Auf Kanal 16 meldet sich der Lotse.'),
  ])
  expect(findHits(own, 'lotse').map(({ id }) => id)).toEqual(['/seefunk', '/lotse'])
})

test('a search hit lists the words in its text that match the query', () => {
  expect(found('kanal 16')[0]).toMatchObject({
    id: '/seefunk#kanal-16',
    terms: expect.arrayContaining(['kanal', '16']),
  })
})

test.each(['zzzzqqq', '((((', '\\', '<script>alert(1)</script>qq', '💥💥', 'x'.repeat(100)])(
  'the input %s finds no page',
  (odd) => {
    expect(found(odd)).toEqual([])
  },
)

test.each([
  ['パン', 'a word in the middle of a sentence'],
  ['東京', 'a word at the start of a sentence'],
  ['焼き方', 'the end of a title'],
  ['react', 'a Latin word between Japanese letters'],
  ['京都の夜', 'the last words of a text'],
  ['夜', 'the last letter of a sentence'],
  ['ขนมปัง', 'a word in Thai'],
])('the input “%s” (%s) finds a page in a script without spaces', (typed) => {
  const own = new MiniSearch<SearchSection>(searchOptions)
  own.addAll([
    entry('/a', '自家製パンの焼き方', '東京でReactを学び、パンを焼く。京都の夜'),
    entry('/b', '猫', '犬も好きです。'),
    entry('/c', 'Thai', 'วิธีทำขนมปังที่บ้าน'),
  ])
  expect(findHits(own, typed).map(({ id }) => id)).toEqual([/[ก-๛]/.test(typed) ? '/c' : '/a'])
})

test('a search hit in a script without spaces lists the whole word of the query before its pairs of letters', () => {
  const own = new MiniSearch<SearchSection>(searchOptions)
  own.add(entry('/a', 'パン', '自家製のパン'))
  expect(findHits(own, '自家製')[0]?.terms).toEqual(['自家製', '自家', '家製'])
})

test.each([
  ['a text with spaces', `${'Wort '.repeat(100)}Leine ${'Wort '.repeat(100)}`, /Leine/],
  ['a text without spaces', `${'船'.repeat(300)}港${'船'.repeat(300)}`, /港/],
  ['a text whose only space is before the match', `${'船'.repeat(300)} ${'船'.repeat(40)}港${'船'.repeat(300)}`, /港/],
])('an excerpt of %s contains the match', (_, text, pattern) => {
  const excerpt = cutExcerpt(text, pattern)
  expect(excerpt).toMatch(pattern)
  expect(excerpt.length).toBeLessThan(170)
  expect([excerpt.slice(0, 2), excerpt.slice(-2)]).toEqual(['… ', ' …'])
})

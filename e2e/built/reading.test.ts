import { expect, test } from 'vitest'
import { listElementTexts, readPageTree, selectAttributeValues } from './built-site.ts'

const next = 'nav[aria-label="Where to go next"]'

test('an article shows its date, and the date of its last change if it has changed', () => {
  const changed = readPageTree('/regatta')
  expect(listElementTexts(changed, '.article-byline')[0]).toContain(
    '1 February 2026 · Updated 14 February 2026 · 1 min read',
  )
  expect(selectAttributeValues(changed, '.article-byline time', 'dateTime')).toEqual(['2026-02-01', '2026-02-14'])
  const unchanged = readPageTree('/seefunk')
  expect(listElementTexts(unchanged, '.article-byline')[0]).toMatch(/Jule Petersen · 7 March 2025 · \d min read$/)
})

test('an article links to the lists of its tags', () => {
  const page = readPageTree('/bootsbau')
  expect(listElementTexts(page, '.article-header nav[aria-label="Tags"] a')).toEqual(['Maßarbeit', 'Selbst gebaut'])
  expect(selectAttributeValues(page, '.article-header nav[aria-label="Tags"] a', 'href')).toEqual([
    '/articles/ma%C3%9Farbeit',
    '/articles/selbst-gebaut',
  ])
})

test('the list of all articles shows them by year, the newest first, without placeholders', () => {
  const page = readPageTree('/articles')
  expect(listElementTexts(page, 'h2')).toEqual(['2026', '2025'])
  expect(selectAttributeValues(page, 'section .article-items a', 'href')).toEqual([
    '/regatta',
    '/ueber-mich',
    '/knoten',
    '/seefunk',
    '/seewetter-abrufen',
    '/wetterstation',
    '/bootsbau',
    '/rote-sand',
  ])
})

test('the list of a tag shows its articles, and marks the tag', () => {
  const page = readPageTree('/articles/wetter')
  expect(listElementTexts(page, 'h1')).toEqual(['Articles about Wetter'])
  expect(selectAttributeValues(page, 'section .article-items a', 'href')).toEqual([
    '/seewetter-abrufen',
    '/wetterstation',
  ])
  expect(listElementTexts(page, 'nav[aria-label="Tags"] [aria-current=page]')).toEqual(['Wetter'])
})

test('Home shows the six newest articles and links to the list of all articles', () => {
  const home = readPageTree('/')
  expect(selectAttributeValues(home, 'nav.latest a', 'href')).toEqual([
    '/regatta',
    '/ueber-mich',
    '/knoten',
    '/seefunk',
    '/seewetter-abrufen',
    '/wetterstation',
    '/articles',
  ])
})

test('the menu and the footer link to the list of all articles, but not to the lists of tags', () => {
  const home = readPageTree('/')
  for (const place of ['#menu', 'footer'])
    expect(selectAttributeValues(home, `${place} a[href^="/articles"]`, 'href'), place).toEqual(['/articles'])
})

test('a page of a series says which part it is, and links to the parts before and after it', () => {
  const first = readPageTree('/wetterstation')
  expect(listElementTexts(first, '.article-group')).toEqual(['Werkstatt · Part 1 of 2: Wetter an Bord'])
  expect(selectAttributeValues(first, `${next} .next-page`, 'href')).toEqual(['/seewetter-abrufen'])
  expect(listElementTexts(first, `${next} .next-page span`)).toEqual(['Next in Wetter an Bord'])
  const last = readPageTree('/seewetter-abrufen')
  expect(listElementTexts(last, `${next} .next-page span`)).toEqual(['Previous in Wetter an Bord', 'On to Bordwissen'])
  expect(selectAttributeValues(last, `${next} .next-page`, 'href')).toEqual(['/wetterstation', '/seefunk'])
})

test('an article links to the next article of the menu, and skips placeholders', () => {
  const page = readPageTree('/rote-sand')
  expect(listElementTexts(page, `${next} .next-page span`)).toEqual(['On to Werkstatt'])
  expect(selectAttributeValues(page, `${next} .next-page`, 'href')).toEqual(['/bootsbau'])
})

test('an article lists its related articles, without the article that is next in the menu', () => {
  const page = readPageTree('/wetterstation')
  expect(selectAttributeValues(page, `${next} .article-items a`, 'href')).toEqual([
    '/bootsbau',
    '/regatta',
    '/rote-sand',
  ])
})

test('a placeholder page has no date, and links only to articles', () => {
  const page = readPageTree('/kompass')
  expect(listElementTexts(page, '.article-byline')).toEqual([])
  expect(selectAttributeValues(page, `${next} a`, 'href')).toEqual(expect.arrayContaining(['/bootsbau']))
  for (const placeholder of ['/anker', '/boje', '/lotse', '/echolot'])
    expect(selectAttributeValues(page, `${next} a`, 'href')).not.toContain(placeholder)
})

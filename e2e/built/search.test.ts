import { readFileSync } from 'node:fs'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { findHits, type SearchEntry, searchOptions } from '../../web/search/search-index.ts'
import { buildFolder } from '../services/ports.ts'

const index = MiniSearch.loadJSON<SearchEntry>(
  readFileSync(`${buildFolder}/web/search-index.json`, 'utf8'),
  searchOptions,
)
/** The pages that are found, best first. */
const found = (typed: string) => findHits(index, typed).map(({ page }) => page)

test.each([
  ['leuchttrum rote', 'Leuchtturm Rote Sand'],
  ['seewettr', 'Seewetter abrufen'],
  ['knotten anfänger', 'Knoten für Anfänger'],
  ['7001', 'Wetterstation'],
  ['barom', 'Wetterstation'],
])('typing “%s” finds %s', (typed, page) => {
  expect(found(typed)).toContain(page)
})

test('the page of that name comes first', () => {
  expect(found('seefunk')[0]).toBe('Seefunk')
  expect(found('seefunk').length).toBeGreaterThan(1)
})

test.each(['zzzzqqq', '((((', '\\', '<script>alert(1)</script>qq', '💥💥', 'x'.repeat(100)])(
  'no query breaks it: %s',
  (odd) => {
    expect(found(odd)).toEqual([])
  },
)

import { beforeEach, expect, test, vi } from 'vitest'
import { buildArticleSitePage } from '../testing/newsletter.ts'
import { findPageToAnnounce } from './new-pages.ts'

const NOON = Date.parse('2026-11-26T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date'] }))

test('a page of a build is new when it is an article that the previous build did not have', () => {
  const old = buildArticleSitePage('old')
  expect(findPageToAnnounce([old], [old, buildArticleSitePage('hats')])).toEqual({ title: 'About hats', path: '/hats' })
  expect(findPageToAnnounce([old], [old])).toBeUndefined()
})

test.each([
  ['private', { private: true }],
  ['a screen', { isArticle: false }],
  ['without a date', { published: null }],
  ['to be published later', { published: '2026-11-27' }],
  ['more than 30 days old', { published: '2026-10-26' }],
  ['moved', { aliases: ['/old'] }],
])('a page that is %s is not the new page of a build', (_, more) => {
  const old = buildArticleSitePage('old')
  expect(findPageToAnnounce([old], [buildArticleSitePage('hats', more)])).toBeUndefined()
})

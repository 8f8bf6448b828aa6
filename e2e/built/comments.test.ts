import { select } from 'hast-util-select'
import { expect, test } from 'vitest'
import { listTexts, parsePage, readPageHtml } from './built-site.ts'

test.each(['/', '/seefunk', '/anker'])('%s has a place for comments, in its HTML', (path) => {
  expect(select('section#comments', parsePage(path))).toBeTruthy()
})

test.each(['/login', '/account', '/desk', '/404', '/logbuch', '/privacy'])('S2.09 %s has none', (path) => {
  expect(readPageHtml(path)).not.toContain('id="comments"')
})

test('without scripts the place says that comments need them, and leads to the feed', () => {
  const tree = parsePage('/seefunk')
  expect(listTexts(tree, '#comments noscript').join()).toContain('needs scripts')
  expect(select('#comments a[href="/comments/seefunk/feed.xml"]', tree)).toBeTruthy()
})

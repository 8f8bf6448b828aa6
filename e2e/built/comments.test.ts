import { select } from 'hast-util-select'
import { expect, test } from 'vitest'
import { htmlOf, textsOf, treeOf } from './built-site.ts'

test.each(['/', '/seefunk', '/anker'])('%s has a place for comments, in its HTML', (path) => {
  expect(select('section#comments', treeOf(path))).toBeTruthy()
})

test.each(['/login', '/account', '/desk', '/404', '/logbuch', '/privacy'])('S2.09 %s has none', (path) => {
  expect(htmlOf(path)).not.toContain('id="comments"')
})

test('without scripts the place says that comments need them, and leads to the feed', () => {
  const tree = treeOf('/seefunk')
  expect(textsOf(tree, '#comments noscript').join()).toContain('needs scripts')
  expect(select('#comments a[href="/comments/seefunk/feed.xml"]', tree)).toBeTruthy()
})

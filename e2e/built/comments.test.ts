import { select } from 'hast-util-select'
import { expect, test } from 'vitest'
import { listElementTexts, readPageHtml, readPageTree } from './built-site.ts'

test.each(['/', '/seefunk', '/anker'])('the HTML of %s has a section for comments', (path) => {
  expect(select('section#comments', readPageTree(path))).toBeTruthy()
})

test.each(['/login', '/account', '/desk', '/404', '/logbuch', '/privacy', '/articles', '/articles/wetter'])(
  'S2.09 the HTML of %s has no section for comments',
  (path) => {
    expect(readPageHtml(path)).not.toContain('id="comments"')
  },
)

test('without scripts the comments section says that comments need scripts, and links to the feed', () => {
  const tree = readPageTree('/seefunk')
  expect(listElementTexts(tree, '#comments noscript').join()).toContain('needs scripts')
  expect(select('#comments a[href="/comments/seefunk/feed.xml"]', tree)).toBeTruthy()
})

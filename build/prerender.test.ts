import { expect, test } from 'vitest'
import { assertNoForbiddenInline } from './prerender.ts'

const check = (html: string) => () => assertNoForbiddenInline('/boat', html)

test.each([
  ['a sentence', '<p>Write <code>&lt;p style=&quot;color:red&quot;&gt;</code>, or a style= of your own.</p>'],
  ['highlighted code', '<span class="code-keyword">p</span><span class="code-variable"> style=</span>&quot;a&quot;'],
  ['the value of an attribute', '<img alt="The attribute style=&quot;x&quot; &gt;" title="a style= b">'],
])('accepts a page that contains the text style= in %s', (_, html) => {
  expect(check(html)).not.toThrow()
})

test.each([
  ['a script', '<p>One</p><script src="/a.js"></script>'],
  ['an inline style', '<p class="a" hidden style="color:red">Red</p>'],
  ['an inline style behind a value with an angle bracket', '<p title="a > b" style="color:red">Red</p>'],
])('the build refuses a page with %s', (_, html) => {
  expect(check(html)).toThrow('/boat holds a script or a style that the policy refuses')
})

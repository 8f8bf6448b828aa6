import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkup } from '#contract/comment-markup.ts'
import type { BlockNode, InlineNode } from '#contract/markup-tree.ts'
import { chooseByRun, soakSeed } from '#contract/testing/soak-run.ts'
import { htmlToMarkup } from './html-to-markup.ts'

/** The argument `keepsLines` for HTML whose line breaks are not shown. */
const html = false
const wordpress = true

const shown = (nodes: readonly (BlockNode | InlineNode)[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'break') return '\n'
      if ('text' in node) return node.text
      return 'items' in node ? node.items.map(shown).join('|') : shown(node.children)
    })
    .join(' ')
    .replace(/\s+/g, ' ')
const shownOf = (source: string) => shown(parseMarkup(source))

describe('the HTML of a comment becomes Markdown:', () => {
  test.each([
    ['<p>one<br>two</p><p>three</p>', 'one\ntwo\n\nthree'],
    ['<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>', '**a** **b** *c* *d*'],
    ['a <b> b </b>c', 'a **b** c'],
    ['<b><i>a</i></b>', '***a***'],
    ['<a href="https://example.org/a">words</a>', '[words](https://example.org/a)'],
    ['<a href="https://example.org/a_b">https://example.org/a_b</a>', '<https://example.org/a_b>'],
    ['<a href="https://example.org/long/path">https://example.org/long…</a>', '<https://example.org/long/path>'],
    ['<a href="https://example.org/(a)"><b>w</b></a>', '[**w**](https://example.org/%28a%29)'],
    ['<code>a *b* &lt;i&gt;</code>', '`a *b* <i>`'],
    ['<code>``</code>', '``` `` ```'],
    ['<pre><code>a\n  b\n```</code></pre>', '````\na\n  b\n```\n````'],
    ['<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n>\n> b\n\nc'],
    ['<ul><li>a</li><li>b<ol start="3"><li>c</li></ol></li></ul>', '- a\n- b\n\n  3. c'],
    ['fish &amp; chips &eacute; &#39;', "fish & chips é '"],
    ['<h1>a</h1><table><tr><td>b</td></tr></table>', 'a\n\nb'],
    ['<u>a</u> <span style="x">b</span> <img src=x onerror=alert(1)>', 'a b'],
  ])('converts the comment %s to Markdown', (source, markup) => {
    expect(htmlToMarkup(source, html)).toBe(markup)
  })

  test('keeps the line breaks in the comments of WordPress', () => {
    expect(htmlToMarkup('one\r\ntwo\n\nthree <b>a\n\nb</b>', wordpress)).toBe('one\ntwo\n\nthree a\n\nb')
  })

  test.each([
    '<script>alert(1)</script>',
    '<style>p{}</style>',
    '<iframe src="https://example.org">a</iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<template>a</template>',
  ])('removes %s together with its content from an imported comment', (source) => {
    expect(htmlToMarkup(`a${source}b`, html)).toBe('ab')
  })

  test.each(['javascript:alert(1)', 'data:text/html,a', '//example.org', '/a', 'https://a:b@example.org', 'https://'])(
    'keeps only the text of a link to the unsupported URL %s',
    (href) => {
      expect(htmlToMarkup(`<a href="${href}">words</a>`, html)).toBe('words')
    },
  )

  test('leaves out emphasis when Markdown would show its asterisks as text', () => {
    expect(htmlToMarkup('<b>Note:</b>text <b>a</b><i>b</i>', html)).toBe('Note:text **a**b')
    expect(htmlToMarkup('<b>a.</b><i>b</i>', html)).toBe('a.*b*')
    expect(htmlToMarkup('a<a><b>.</b></a>', html)).toBe('a.')
  })

  test('limits nested quotes of an imported comment to five levels', () => {
    const deep = '<blockquote>'.repeat(400)
    expect(htmlToMarkup(`${deep}a`, html)).toBe(`${'> '.repeat(5)}a`)
  })
})

test('plain text of an imported comment never becomes markup', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'ab1 \n\\`*_[]()<>!#+-.~=|:/@&"\'', 'https://', 'www.', 'a.b', '1. ', '- ', '> ', '```'),
    maxLength: 40,
  })
  fc.assert(
    fc.property(text, (typed) => {
      const escaped = typed.replace(/&/g, '&amp;').replace(/</g, '&lt;')
      const markup = htmlToMarkup(escaped, wordpress)
      const blocks = parseMarkup(markup)
      expect(blocks.every(({ type }) => type === 'paragraph')).toBe(true)
      expect(shown(blocks).replace(/\s/g, '')).toBe(typed.replace(/\s/g, ''))
    }),
    // This example was found by `npm run soak`.
    { numRuns: chooseByRun(500, 25_000), seed: soakSeed, examples: [['www.https://a*a']] },
  )
})

test('the Markdown of any imported HTML shows the same text as the HTML', () => {
  const tags = 'b i em strong a code pre p br ul ol li blockquote div span'.split(' ')
  const part = fc.oneof(
    fc.constantFrom('a', 'b c', ' ', '*', '_', '`', '>', '1.', '.', ',', 'é'),
    fc.constantFrom(...tags, ...tags.map((tag) => `/${tag}`), 'a href="https://example.org"').map((tag) => `<${tag}>`),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const words = parts.filter((part) => !part.startsWith('<')).join('')
      const letters = (text: string) => text.replace(/https:\/\/example\.org\/?/g, '').replace(/[\s|]/g, '')
      expect(letters(shownOf(htmlToMarkup(parts.join(''), html)))).toBe(letters(words))
    }),
    { numRuns: chooseByRun(500, 25_000), seed: soakSeed },
  )
})

import { describe, expect, test } from 'vitest'
import { MARKUP_DEPTH_MAX, parseMarkup } from './comment-markup.ts'
import type { BlockNode, InlineNode } from './markup-tree.ts'

const text = (text: string): InlineNode => ({ type: 'text', text })
const paragraph = (...children: InlineNode[]): BlockNode => ({ type: 'paragraph', children })

/** Returns the children of the only paragraph. */
function line(source: string): InlineNode[] {
  const [block, ...more] = parseMarkup(source)
  expect(more).toEqual([])
  return block?.type === 'paragraph' ? block.children : []
}

const everything = (source: string): (BlockNode | InlineNode)[] => parseMarkup(source).flatMap(allOf)
const allOf = (node: BlockNode | InlineNode): (BlockNode | InlineNode)[] => [
  node,
  ...('children' in node ? node.children.flatMap(allOf) : []),
  ...('items' in node ? node.items.flat().flatMap(allOf) : []),
]
const linksIn = (source: string) => everything(source).filter((node) => node.type === 'link')

/** Returns all visible text. */
const shown = (source: string) =>
  everything(source)
    .map((node) => ('text' in node ? node.text : node.type === 'break' ? '\n' : ''))
    .join('')

const depthOf = (node: BlockNode | InlineNode): number => {
  const within = 'children' in node ? node.children : 'items' in node ? node.items.flat() : []
  return 1 + Math.max(0, ...within.map(depthOf))
}

describe('supported markup', () => {
  test('parses paragraphs and keeps line breaks of every kind', () => {
    expect(parseMarkup('one\ntwo\r\nthree  \nfour\\\nfive\n\nsix')).toEqual([
      paragraph(
        ...['one', 'two', 'three', 'four', 'five'].flatMap((word, i) =>
          i === 0 ? [text(word)] : [{ type: 'break' as const }, text(word)],
        ),
      ),
      paragraph(text('six')),
    ])
  })

  test('parses strong text, emphasised text and code within a line', () => {
    expect(line('**a** *b* _c_ `d *e*` snake_case_word')).toEqual([
      { type: 'strong', children: [text('a')] },
      text(' '),
      { type: 'emphasis', children: [text('b')] },
      text(' '),
      { type: 'emphasis', children: [text('c')] },
      text(' '),
      { type: 'code', text: 'd *e*' },
      text(' snake_case_word'),
    ])
  })

  test('parses quotes, nested lists and code blocks', () => {
    expect(parseMarkup('> a\n> > b\n\n- x\n  1. y\n\n3. z\n\n```js\n<i>\n```')).toEqual([
      { type: 'quote', children: [paragraph(text('a')), { type: 'quote', children: [paragraph(text('b'))] }] },
      {
        type: 'list',
        ordered: false,
        start: 1,
        items: [[paragraph(text('x')), { type: 'list', ordered: true, start: 1, items: [[paragraph(text('y'))]] }]],
      },
      { type: 'list', ordered: true, start: 3, items: [[paragraph(text('z'))]] },
      { type: 'codeBlock', text: '<i>' },
    ])
  })

  test('distinguishes links with a text from bare links', () => {
    expect(line('[words](https://example.org/a "title")')).toEqual([
      { type: 'link', href: 'https://example.org/a', bare: false, children: [text('words')] },
    ])
    for (const [typed, href] of [
      ['https://example.org/a?b=1&c=2', 'https://example.org/a?b=1&c=2'],
      ['<http://example.org>', 'http://example.org'],
      ['www.example.org', 'http://www.example.org'],
    ] as const) {
      const words = typed.replace(/[<>]/g, '')
      expect(line(typed)).toEqual([{ type: 'link', href, bare: true, children: [text(words)] }])
    }
    expect(linksIn('[https://bank.example](https://thief.example)')).toMatchObject([{ bare: false }])
    expect(linksIn('[/a](https://thief.example/a)')).toMatchObject([{ bare: false }])
  })

  test('ends a bare link before a full stop or closing bracket', () => {
    expect(linksIn('(see https://example.org/a.)')).toMatchObject([{ href: 'https://example.org/a' }])
  })
})

describe('unsupported markup', () => {
  test.each([
    ['HTML', '<script>alert(1)</script> <b onclick="x">b</b> <!-- c -->'],
    ['HTML on several lines', '<div\nonclick=x>a</div>'],
    ['headings', '# one'],
    ['underlined headings', 'one\n==='],
    ['character references', '&lt;script&gt; &#106;avascript: &amp;'],
    ['mail addresses', 'a@example.org mailto:a@example.org xmpp:a@example.org'],
  ])('unsupported markup stays text: %s', (_, source) => {
    expect(everything(source).every(({ type }) => ['paragraph', 'text', 'break'].includes(type))).toBe(true)
    expect(shown(source)).toBe(source)
  })

  test('horizontal rules in a comment stay text', () => {
    expect(parseMarkup('a\n\n* * *\n\n---')).toEqual(['a', '* * *', '---'].map((words) => paragraph(text(words))))
  })

  test('indented code in a comment stays text', () => {
    expect(line('    a')).toEqual([text('a')])
  })

  test('an image in a comment becomes a link', () => {
    expect(line('![alt](https://example.org/a.png)')).toEqual([
      text('!'),
      { type: 'link', href: 'https://example.org/a.png', bare: false, children: [text('alt')] },
    ])
  })

  test('link definitions stay in the text of a comment', () => {
    expect(shown('[a]: https://example.org\n\n[a]')).toBe('[a]: https://example.org[a]')
    expect(linksIn('[a]: https://example.org\n\n[a]')).toMatchObject([{ bare: true }])
  })
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript&#58;alert(1)',
  '&#106;avascript:alert(1)',
  'java\\script:alert(1)',
  ' javascript:alert(1)',
  '<java\tscript:alert(1)>',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://example.org',
  'mailto:a@example.org',
  'xmpp:a@example.org',
  '//example.org',
  '\\\\example.org',
  'https:example.org',
  'https:/example.org',
  'https://',
  'https://a:b@example.org',
  'https://bank.example\\@thief.example',
  'https://ex%61mple.org',
  'https://example.org/\u202Egpj.exe',
  'https://example.org/\u200Ba',
  '<https://example.org/a b>',
  '/path',
  'path',
  '#hash',
  '?query',
])('a link to %j in a comment stays text', (address) => {
  expect(linksIn(`[a](${address})`)).toEqual([])
  expect(shown(`[a](${address})`)).toBe(`[a](${address})`)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'mailto:a@example.org', 'ftp://example.org'])(
  '%j in angle brackets stays text in a comment',
  (address) => {
    expect(linksIn(`<${address}>`)).toEqual([])
    expect(shown(`<${address}>`)).toBe(`<${address}>`)
  },
)

describe('comments of 5,000 characters', () => {
  test.each([
    ['emphasis in emphasis', `${'*'.repeat(2500)}a${'*'.repeat(2499)}`],
    ['emphasis that is never closed', '*a '.repeat(1666)],
    ['one opening and two closing asterisks', '*a**'.repeat(1250)],
    ['open marks of two kinds', '_a*b '.repeat(1000)],
    ['quotes in quotes', '>'.repeat(5000)],
    ['lists in lists', `${'- '.repeat(2499)}x`],
    ['numbered lists in numbered lists', `${'1. '.repeat(1666)}x`],
    ['lists in lists on several lines', Array.from({ length: 69 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n')],
    ['opening brackets', '['.repeat(5000)],
    ['links in links', `${'['.repeat(1200)}a${'](b)'.repeat(900)}`],
    ['backticks', '`a``'.repeat(1250)],
    ['opening angle brackets', '<'.repeat(5000)],
  ])(
    'for 5,000 characters of %s, the tree has at most one node for each character and is not deeper than the limit',
    (_, source) => {
      expect(source.length).toBeLessThanOrEqual(5000)
      const blocks = parseMarkup(source)
      expect(blocks.flatMap(allOf).length).toBeLessThanOrEqual(source.length)
      // The deepest block holds a paragraph, the paragraph holds the deepest mark, and the mark holds text.
      expect(Math.max(...blocks.map(depthOf))).toBeLessThanOrEqual(2 * MARKUP_DEPTH_MAX + 1)
      expect(shown(source).replace(/\s/g, '').length).toBeGreaterThan(0)
    },
  )
})

test('markup that is nested too deeply in a comment stays text', () => {
  expect(shown(`${'> '.repeat(MARKUP_DEPTH_MAX)}> deep`)).toBe('> deep')
  expect(everything(`${'> '.repeat(3)}deep`).filter(({ type }) => type === 'quote')).toHaveLength(3)
})

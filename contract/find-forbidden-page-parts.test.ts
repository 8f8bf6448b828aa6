import { expect, test } from 'vitest'
import { findForbiddenPageParts } from './find-forbidden-page-parts.ts'
import { hostilePageSources } from './testing/hostile-sources.ts'

test('refuses each of more than 200 hostile page sources', () => {
  expect(new Set(hostilePageSources).size).toBe(hostilePageSources.length)
  expect(hostilePageSources.length).toBeGreaterThan(200)
  expect(hostilePageSources.filter((source) => findForbiddenPageParts(source).length === 0)).toEqual([])
})

test.each([
  ['front matter', '---\ntitle: "{1} <script>"\n---\n\nWords.'],
  ['headings, lists and tables', '# One\n\n- [x] *two* **three** ~~four~~\n\n| a |\n| - |\n| b |\n\n---'],
  ['links', '[a](https://example.org/x?y#z) [b](/page) [c](#part) [d](mailto:a@example.org) www.example.org'],
  ['links by reference', '[a][one]\n\n[one]: https://example.org'],
  ['footnotes', 'Words[^1].\n\n[^1]: More words.'],
  ['code that looks like code of MDX', "```js\nimport x from 'y'\n{1}\n<script>\n```\n\n`{1}` and `<script>`"],
  ['escaped braces and signs', 'Words \\{1} and \\<script>.'],
  ['formulas', '$$\na_{1}\n$$'],
  ['a price', 'It costs $5 or $6.'],
  ['pictures beside the page', '![A ship](./my-page/ship-1.jpg "At sea")'],
  ['a callout', '> [!NOTE]\n> Words.'],
  [
    'components',
    '<Warning>**Words**</Warning>\n\n<Keys>Ctrl</Keys> <Quote by="A" from="https://example.org">b</Quote>',
  ],
  ['a part that only a site with a feature shows', '<If ordering>Words.</If>'],
  ['text that mentions a script URL', 'Never click on javascript:alert(1), says the import desk.'],
])('accepts a page with %s', (_, source) => {
  expect(findForbiddenPageParts(source)).toEqual([])
})

test('lists the line and the reason of each unsafe part of a page', () => {
  const source = '---\ntitle: A\n---\n\nimport a from \'./a\'\n\nWords {1}\n\n<Warning onClick="x">a</Warning>'
  expect(findForbiddenPageParts(source)).toEqual([
    { line: 5, message: expect.stringContaining('import') },
    { line: 7, message: expect.stringContaining('code between') },
    { line: 9, message: expect.stringContaining('onClick') },
  ])
})

test('gives the line of a syntax error', () => {
  expect(findForbiddenPageParts('Words.\n\n<Warning>')).toEqual([{ line: 3, message: expect.any(String) }])
})

import { expect, test } from 'vitest'
import { site } from '#site'
import { mdxPlugin } from './mdx.ts'

/** Compiles an article of a site with ordering on or off, or without a line for it. */
async function compile(lines: string[], ordering: boolean | undefined): Promise<string> {
  const { ordering: _, ...others } = site.features
  const plugin = mdxPlugin({ ...others, ...(ordering !== undefined && { ordering }) } as typeof site.features)
  const { transform } = plugin as { transform: (text: string, id: string) => Promise<{ code: string }> }
  return (await transform(lines.join('\n'), 'article.mdx')).code
}

test.each([
  ['a part of a sentence', ['Words<If ordering> and unwanted ones</If>.'], 'Words'],
  ['a paragraph', ['<If ordering>', '', 'unwanted', '', '</If>', '', 'Words'], 'Words'],
  [
    'a heading, which the outline omits too',
    ['<If ordering>', '', '## unwanted', '', '</If>', '', '## Words'],
    '"Words"',
  ],
  ['an item of a list', ['- Words', '- <If ordering>**unwanted** here</If>'], 'Words'],
  ['a row of a table', ['| Words |', '| --- |', '| <If ordering>unwanted</If> |'], 'Words'],
  [
    'a whole row when its first cell becomes empty',
    ['| a | b |', '| - | - |', '| <If ordering>x</If> | unwanted |', '| Words | |'],
    'Words',
  ],
])('an <If> element of a feature that is off removes %s', async (_, lines, words) => {
  expect(await compile(lines, true)).toContain('unwanted')
  const code = await compile(lines, false)
  expect(code).not.toContain('unwanted')
  expect(code).toContain(words)
})

test('when <If> empties a list item or the first cell of a row, the item or row is removed; other empty first cells are kept', async () => {
  expect(await compile(['- <If ordering>x</If>'], false)).not.toMatch(/_components\.(ul|li)/)
  const table = ['| | a |', '| - | - |', '| <If ordering>x</If> | y |', '| | z |']
  expect((await compile(table, false)).match(/_jsxs?\(_components\.tr/g)).toHaveLength(2)
})

test.each(['<If food>x</If>', '<If>x</If>', '<If ordering push>x</If>'])(
  'refuses %s with an error that names its line',
  async (line) => {
    await expect(compile(['', line], true)).rejects.toMatchObject({
      line: 2,
      reason: '<If> names one feature: accounts, comments, newsletter, push, ordering, statistics, run',
    })
  },
)

test('an <If> element of a feature without a line in site.config.ts is removed', async () => {
  expect(await compile(['Words<If ordering> and unwanted ones</If>.'], undefined)).not.toContain('unwanted')
})

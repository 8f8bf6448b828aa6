import { expect, test } from 'vitest'
import { insertableBlocks, searchInsertableBlocks } from './blocks.ts'

const write = (name: string, values: Record<string, string> = {}) =>
  insertableBlocks.find((block) => block.name === name)?.write(values)

test('the search finds blocks by the start of their name first, and then by their other search words', () => {
  expect(searchInsertableBlocks('ta').map(({ name }) => name)).toEqual(['Table'])
  expect(searchInsertableBlocks('warning').map(({ name }) => name)).toEqual(['Callout', 'Serious warning'])
  expect(searchInsertableBlocks('H2').map(({ name }) => name)).toEqual(['Heading'])
  expect(searchInsertableBlocks('')).toEqual(insertableBlocks)
  expect(searchInsertableBlocks('xyz')).toEqual([])
})

test('the table block has the requested size, or a valid size when the numbers are invalid', () => {
  expect(write('Table', { columns: '2', rows: '1' })).toBe('| ‸    |     |\n| --- | --- |\n|     |     |')
  expect(write('Table', { columns: '999', rows: 'x' })?.split('\n')).toHaveLength(3)
})

test('the code block has its language, title and marked lines', () => {
  expect(write('Code', { language: 'rust', title: 'a "b".rs', marked: '2,4-6}' })).toBe(
    '```rust {2,4-6} title="a &quot;b&quot;.rs"\n‸\n```',
  )
  expect(write('Code')).toBe('```\n‸\n```')
})

test('blocks escape text that MDX would read as code', () => {
  expect(write('Callout', { kind: 'TIP', text: 'a {b}\n\n<c>' })).toBe('> [!TIP]\n> a \\{b}\n>\n> \\<c>')
  expect(write('Post of another site', { by: 'A "B" & C', text: '{x}', from: ' ' })).toBe(
    '<Quote by="A &quot;B&quot; &amp; C">\n\\{x}\n</Quote>',
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkup } from './comment-markup.ts'
import type { BlockNode, InlineNode } from './markup-tree.ts'
import { parseWithMicromark } from './testing/micromark-markup.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

/** Merges adjacent text nodes, because micromark splits text at every character that could start a mark. */
function joined(parts: readonly InlineNode[]): InlineNode[] {
  const all: InlineNode[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.type === 'text' && last?.type === 'text')
      all[all.length - 1] = { type: 'text', text: last.text + part.text }
    else if ('children' in part) all.push({ ...part, children: joined(part.children) })
    else all.push(part)
  }
  return all
}
const joinedBlocks = (blocks: readonly BlockNode[]): BlockNode[] =>
  blocks.map((block): BlockNode => {
    if (block.type === 'paragraph') return { type: 'paragraph', children: joined(block.children) }
    if (block.type === 'quote') return { type: 'quote', children: joinedBlocks(block.children) }
    if (block.type === 'list') return { ...block, items: block.items.map(joinedBlocks) }
    return block
  })

test.each([
  [
    'blocks',
    ['a', 'b c', '\n', '\n\n', '\n> ', '\n>', '\n- ', '\n  - ', '\n1. x', '\n2) y', '\n   ', '\n```\n', '\n~~~', '---'],
  ],
  ['marks in a line', ['a', ' ', '. ', ' *b', 'c* ', ' **d', 'e** ', ' _f', 'g_ ', 'j_k', ' `l', 'm` ', '\\*n', '(o)']],
  [
    'links',
    [
      'a ',
      ' b',
      '[',
      '](i)',
      '] ',
      '(',
      ') ',
      '[c](https://e.org/f)',
      '[*d* e](http://e.org "g")',
      '[`h`](<https://e.org/i>)',
    ],
  ],
  [
    'addresses',
    ['a ', ', ', '(', ') ', '. ', ' https://e.org', ' www.e.org/b_c', '/d(e)', '<https://e.org>', '?f=g&h', ' *', '* '],
  ],
])('parses %s of a comment as micromark does', (_, bits) => {
  const source = fc.array(fc.constantFrom(...bits), { maxLength: 12 }).map((parts) => parts.join('').trim())
  fc.assert(
    fc.property(source, (text) => {
      expect(joinedBlocks(parseMarkup(text))).toEqual(joinedBlocks(parseWithMicromark(text)))
    }),
    { numRuns: chooseByRun(300, 15_000), seed: soakSeed },
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkup } from './comment-markup.ts'
import { COMMENT_LENGTH_MAX } from './limits.ts'
import { WorkCounter } from './markup-work-limit.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'

const stepsOf = (source: string) => {
  const work = new WorkCounter(source.length)
  parseMarkup(source, work)
  return work.steps
}
const fill = (start: string, unit: string, length: number) =>
  start + unit.repeat(Math.floor((length - start.length) / unit.length))

/** Builds runs of backticks that all have different lengths, so that no run closes another. */
const backticks = (length: number) => {
  let text = ''
  for (let run = 1; text.length + run < length; run++) text += `${'`'.repeat(run)}a`
  return text
}

/**
 * Checks that the number of steps grows linearly with the length. The inputs stay below the step limit, because a parse
 * that stops at the limit would hide the growth.
 */
function expectLinear(shape: (length: number) => string): void {
  const [half, whole] = [stepsOf(shape(COMMENT_LENGTH_MAX / 2)), stepsOf(shape(COMMENT_LENGTH_MAX))]
  expect(whole).toBeLessThanOrEqual(16 * COMMENT_LENGTH_MAX)
  expect(whole / half).toBeLessThanOrEqual(2.3)
}

describe('a comment of twice the length takes at most 2.3 times the steps:', () => {
  test.each([
    ['addresses in addresses', '?', 'www.é_'],
    ['paths after invalid host names', '', 'www.a_b,'],
    ['addresses after addresses', '', 'https://'],
    ['opening parentheses in an address', 'https://a/', '('],
    ['link titles in parentheses that do not end', '', '[a](b ('],
    ['link titles in quotes that do not end', '', '[a](b "'],
    ['link addresses in link addresses', '', '[a](b'],
    ['link addresses in angle brackets', '', '[a](<b'],
    ['closing brackets', '', 'a]'],
    ['opening brackets', '', '['],
    ['emphasis that is never closed', '', '*a '],
    ['one opening and two closing asterisks', '', '*a**'],
    ['open marks of two kinds', '', '_a*b '],
    ['lines that continue a quote without its mark', '> ', 'a\n'],
    ['lists', '', '- a\n'],
    ['lists in lists', '', '- - - - - - a\n'],
    ['quotes in quotes', '', '>>>>>>> a\n'],
    ['lists in lists on several lines', '- a\n  - a\n    - a\n      - a\n', '        - a\n'],
    ['blocks of code', '', '```\na\n'],
    ['opening angle brackets', '', '<https:'],
  ])('the number of steps grows linearly with the length: %s', (_, start, unit) => {
    expectLinear((length) => fill(start, unit, length))
  })

  test('the number of steps grows linearly for runs of backticks of different lengths', () => expectLinear(backticks))

  test('the number of steps grows linearly for random text', () => {
    const bits = fc.constantFrom(
      ...[
        'a',
        ' ',
        '  ',
        '\n',
        '\n\n',
        '\t',
        '> ',
        '- ',
        '* ',
        '1. ',
        '*',
        '**',
        '_',
        '`',
        '``',
        '```\n',
        '~~~\n',
        '\\',
      ],
      ...[
        '[',
        ']',
        '(',
        ')',
        '](',
        '<',
        '>',
        '"',
        "'",
        '.',
        ',',
        '!',
        'é',
        'www.',
        'https://',
        'a.b/',
        'w',
        'h',
        ':',
        '&',
      ],
    )
    const words = (maxLength: number, minLength = 0) =>
      fc.array(bits, { minLength, maxLength }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(words(4), words(7, 1), (start, unit) => {
        expectLinear((length) => fill(start, unit, length))
      }),
      { numRuns: chooseByRun(100, 10_000), seed: soakSeed },
    )
  })
})

test('a comment that takes more steps than its limit stays plain text', () => {
  const source = '*a*\n**b**'
  const spent = new WorkCounter(0)
  spent.spend(1_000)
  expect(parseMarkup(source, spent)).toEqual([
    {
      type: 'paragraph',
      children: [{ type: 'text', text: '*a*' }, { type: 'break' }, { type: 'text', text: '**b**' }],
    },
  ])
})

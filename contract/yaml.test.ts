import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { findFrontMatter, readFrontMatterValues } from './front-matter.ts'
import { chooseByRun, soakSeed } from './testing/soak-run.ts'
import { parseYaml } from './yaml.ts'

test('the YAML parser names the line of an alias that refers to nothing', () => {
  expect(parseYaml('path: /a\ntitle: *Words')).toMatchObject({
    value: undefined,
    problems: [{ line: 2, message: '*Words refers to nothing' }],
  })
  expect(parseYaml('a: &one [1]\nb: *one')).toMatchObject({ value: { a: [1], b: [1] }, problems: [] })
})

test('the YAML parser refuses aliases that would fill the memory', () => {
  const rows = Array.from({ length: 9 }, (_, i) => `r${i + 1}: &r${i + 1} [${`*r${i},`.repeat(9)}]`)
  const { value, problems } = parseYaml(['r0: &r0 lol', ...rows].join('\n'))
  expect(value).toBeUndefined()
  expect(problems).toEqual([{ line: 1, message: expect.stringContaining('alias') }])
})

test('the YAML parser reads any text without throwing, and logs no warning', () => {
  const { process } = globalThis as unknown as { process: { emitWarning(warning: string): void } }
  const warn = vi.spyOn(process, 'emitWarning')
  const sign = fc.constantFrom(
    '*',
    '&',
    ': ',
    '- ',
    '\n',
    ' ',
    '[',
    ']',
    '{',
    '}',
    '"',
    '|',
    '!',
    '%',
    'a',
    '#',
    '<<: ',
  )
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 20 }), (signs) => {
      const text = signs.join('')
      const { problems } = parseYaml(text)
      for (const { line } of problems) expect(line).toBeGreaterThan(0)
      expect(readFrontMatterValues(`---\n${text}\n---\n`)).toBeTypeOf('object')
    }),
    { numRuns: chooseByRun(1_000, 100_000), seed: soakSeed },
  )
  expect(warn).not.toHaveBeenCalled()
})

test.each([
  ['---\na: 1\n---\nWords', 'a: 1', 'Words'],
  ['---\r\na: 1\r\n---\r\nWords', 'a: 1', 'Words'],
  ['---\na: 1\n--- \nWords', 'a: 1', 'Words'],
  ['---\na: "---"\n---', 'a: "---"', ''],
])('finds the front matter and the text after it in %j', (source, yaml, rest) => {
  const found = findFrontMatter(source)
  expect(found?.yaml).toBe(yaml)
  expect(source.slice(found?.start).startsWith(yaml)).toBe(true)
  expect(source.slice(found?.end)).toBe(rest)
})

test('finds no front matter in a text that does not begin with it', () => {
  for (const source of ['', 'Words', '\n---\na: 1\n---\n', '---\na: 1\n', '----\na: 1\n---\n'])
    expect(findFrontMatter(source)).toBeNull()
})

import { expect, test } from 'vitest'
import { readStyles, type StyleRule } from '../testing/styles.ts'

/** The number of equal declarations that two rules may share. More equal declarations belong in a class of web/ui. */
const SAME_MAX = 3

/**
 * Finds pairs of rules that share too many declarations. States such as `:hover` are ignored, because they repeat the
 * declarations of their element. Keyframes are ignored too.
 */
function duplicatesIn(rules: StyleRule[]): string[] {
  const own = rules
    .filter(({ selector }) => !/@keyframes|@font-face|@property|@media print|&[:[][^\s,]*$/.test(selector))
    .map(({ file, selector, declarations }) => ({
      name: `${file} ${selector}`,
      texts: new Set(Object.entries(declarations).map(([name, value]) => `${name}: ${value}`)),
    }))
    .filter(({ texts }) => texts.size > SAME_MAX)
  return own.flatMap((one, place) =>
    own
      .slice(place + 1)
      .filter((other) => [...one.texts].filter((text) => other.texts.has(text)).length > SAME_MAX)
      .map((other) => `${one.name} and ${other.name}`),
  )
}

test(`no two style rules share more than ${SAME_MAX} declarations`, async () => {
  const rules = await readStyles()
  expect(rules.length).toBeGreaterThan(900)
  expect(duplicatesIn(rules)).toEqual([])
})

test('two style rules with four equal declarations are found', () => {
  const declarations = { display: 'flex', gap: '8px', padding: '4px', color: 'var(--ink)' }
  const planted = (file: string): StyleRule => ({ file, selector: '.a', declarations })
  expect(duplicatesIn([planted('a.css'), planted('b.css')])).toEqual(['a.css .a and b.css .a'])
})

import { expect, test } from 'vitest'
import { buildRerunCommand } from './rerun.ts'

test('a plain title is given as it is', () => {
  expect(buildRerunCommand('e2e/menu.spec.ts', 'S2.16 the menu opens on hover, tap and keyboard')).toBe(
    'npm test -- e2e/menu.spec.ts -t "S2.16 the menu opens on hover, tap and keyboard"',
  )
})

test('what a shell or a pattern would read in another way becomes a dot that matches it', () => {
  const title = 'costs $5.00 (`a` | "b") 🍕 *'
  const [, pattern = ''] = /-t "(.*)"$/.exec(buildRerunCommand('a.test.ts', title)) ?? []
  expect(pattern).toBe('costs .5.00 ..a. . .b.. .. .')
  expect(title).toMatch(new RegExp(`^${pattern}$`))
})

import { expect, test } from 'vitest'
import { buildRerunCommand } from './rerun.ts'

test('the command that repeats a test contains the unchanged title when the title has no special characters', () => {
  expect(buildRerunCommand('e2e/menu.spec.ts', 'S2.16 the menu opens on hover, tap and keyboard')).toBe(
    'npm test -- e2e/menu.spec.ts -t "S2.16 the menu opens on hover, tap and keyboard"',
  )
})

test('the command that repeats a test has a dot for each character that a shell or pattern would interpret', () => {
  const title = 'costs $5.00 (`a` | "b") 🍕 *'
  const [, pattern = ''] = /-t "(.*)"$/.exec(buildRerunCommand('a.test.ts', title)) ?? []
  expect(pattern).toBe('costs .5.00 ..a. . .b.. .. .')
  expect(title).toMatch(new RegExp(`^${pattern}$`))
})

test('without a title, the command repeats the whole file', () => {
  expect(buildRerunCommand('server/a.test.ts')).toBe('npm test -- server/a.test.ts')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const hub = join(import.meta.dirname, '..')

it('the test titles of the hub contain the number of every row of the checklist, and no other number', () => {
  const lines = readFileSync(join(hub, 'conformance/checklist.md'), 'utf8').match(/^\d+(?=\. )/gm) ?? []
  expect(lines).toEqual(Array.from({ length: 62 }, (_, i) => String(i + 1)))
  const files = readdirSync(hub, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'))
  const named = files.flatMap((file) => readFileSync(join(hub, file), 'utf8').match(/(?<=\[hub )\d+(?=\])/g) ?? [])
  expect([...new Set(named)].sort((a, b) => Number(a) - Number(b))).toEqual(lines)
})

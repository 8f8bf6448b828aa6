import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors } from '../contract/errors.ts'

test('docs/errors.md lists every code with its status and words, in order', () => {
  const rows = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)` +\| (\d+) +\| (.*?) +\|$/gm)
  const documented = [...rows].map(([, code, status, message]) => ({ code, status: Number(status), message }))
  expect(documented).toEqual(Object.entries(errors).map(([code, rest]) => ({ code, ...rest })))
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errors } from '../contract/errors.ts'

const page = readFileSync('docs/errors.md', 'utf8')

test('docs/errors.md lists every error code with its status and message in the order of the contract', () => {
  const rows = page.matchAll(/^\| `(\w+)` +\| (\d+) +\| (.*?) +\|$/gm)
  const documented = [...rows].map(([, code, status, message]) => ({ code, status: Number(status), message }))
  expect(documented).toEqual(Object.entries(errors).map(([code, rest]) => ({ code, ...rest })))
})

test('docs/errors.md explains every error code in the order of the contract', () => {
  expect([...page.matchAll(/^- `(\w+)`: /gm)].map(([, code]) => code)).toEqual(Object.keys(errors))
})

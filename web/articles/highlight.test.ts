import { expect, it, vi } from 'vitest'
import { tokenise } from './highlight.ts'

it('highlights the same tokens on a slow machine', async () => {
  const line = "$token = Read-Host 'Token'"
  const tokens = await tokenise(line, 'powershell')
  expect(tokens[0]?.filter(({ kind }) => kind).map(({ kind }) => kind)).toEqual([
    'variable',
    'keyword',
    'function',
    'string',
  ])
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 60_000
    return now
  })
  expect(await tokenise(line, 'powershell')).toEqual(tokens)
  vi.restoreAllMocks()
})

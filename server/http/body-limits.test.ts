import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listContractEndpoints } from '../testing/endpoints.ts'

test('docs/security.md lists every call that takes more than 64 KiB, with the size', async () => {
  const [, files = ''] = readFileSync('docs/security.md', 'utf8').split('\n## Files\n')
  const documented = [...files.matchAll(/^\|[^|]*`([A-Z]+ \/[^`]+)`[^|]*\|[^|]*\|([^|]*)\|/gm)]
  // These calls take the text of a page.
  const texts = ['/api/desk/page-drafts', '/api/desk/page-drafts/:id', '/api/desk/page-preview']
  const uploads = (await listContractEndpoints()).filter(
    ({ path, bodyLimit = 0 }) => bodyLimit > 65_536 && !texts.includes(path),
  )
  const expected = uploads.map(({ method, path, bodyLimit = 0 }) => [
    `${method} ${path}`,
    `${bodyLimit / 1024 ** 2} MiB`,
  ])
  expect(expected.length).toBeGreaterThan(3)
  expect(documented.map(([, call, size]) => [call, size?.trim()]).sort()).toEqual(expected.sort())
})

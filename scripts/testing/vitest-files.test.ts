import { expect, test } from 'vitest'
import { sortTestsByProject } from './vitest-files.ts'

const testing = {
  'server/testing/site.ts': `import { createTestDatabase } from './database.ts'`,
  'server/testing/desk.ts': `import { createTestSite } from './site.ts'`,
  'server/testing/database.ts': '',
  'server/testing/people.ts': `import type { Database } from '../db/database.ts'`,
}

test('a test file that replaces a module or an environment variable runs isolated', () => {
  const { isolated, shared, web } = sortTestsByProject({
    'server/a.test.ts': `vi.mock('node:fs')`,
    'contract/b.test.ts': `process.env.TZ = 'UTC'`,
    'contract/c.test.ts': `if (process.env.TZ === 'UTC') vi.useFakeTimers()`,
    'web/d.test.ts': `vi.mock('./kit/pause.ts')`,
    'web/e.test.ts': '',
  })
  expect(isolated).toEqual(['contract/b.test.ts', 'server/a.test.ts', 'web/d.test.ts'])
  expect([shared, web]).toEqual([['contract/c.test.ts'], ['web/e.test.ts']])
})

test('a test file that reloads modules runs isolated, unless it is a web test', () => {
  const { isolated, web } = sortTestsByProject({
    'server/a.test.ts': 'vi.resetModules()',
    'web/b.test.ts': 'vi.resetModules()',
  })
  expect([isolated, web]).toEqual([['server/a.test.ts'], ['web/b.test.ts']])
})

test('a test file that uses a database also runs on Postgres', () => {
  const { onPostgres } = sortTestsByProject({
    ...testing,
    'server/a.test.ts': `import { createTestDatabase } from './testing/database.ts'`,
    'server/desk/b.test.ts': `import { createDeskSite } from '../testing/desk.ts'`,
    'server/desk/c.test.ts': `import { addPerson } from '../testing/people.ts'`,
  })
  expect(onPostgres).toEqual(['server/a.test.ts', 'server/desk/b.test.ts'])
})

test('a test file that must run isolated and uses a database is refused, because it would not run on Postgres', () => {
  const file = `import { createDeskSite } from '../testing/desk.ts'\nvi.mock('node:fs')`
  expect(() => sortTestsByProject({ ...testing, 'server/desk/a.test.ts': file })).toThrow('server/desk/a.test.ts')
})

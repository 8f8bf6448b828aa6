import { expect, test } from 'vitest'
import { listAffectedTests, mapDirectDependents } from './changes.ts'

/** A variable holds the name of the hub package, so that this file does not count as a file that imports it. */
const hub = '@hobohat/hub'
const sources = {
  'contract/comments.ts': '',
  'server/comments/routes.ts': "import { list } from '#contract/comments.ts'",
  'server/app.ts': "import { routes } from './comments/routes.ts'",
  'server/testing/site.ts': "import { createApp } from '../app.ts'",
  'server/comments/lists.test.ts': "import { createTestSite } from '../testing/site.ts'",
  'server/push/push.test.ts': "import { createTestSite } from '../testing/site.ts'",
  'web/features/comments/comments.tsx': "import type { Comment } from '#contract/comments.ts'\nimport './comments.css'",
  'web/features/comments/comments.css': '',
  'web/features/comments/comments.test.ts': "const page = await import('./comments.tsx')",
  'hub/hub.ts': '',
  'server/live.test.ts': `import { defineHub } from '${hub}'`,
  'server/smtp.ts': '',
  'e2e/mail.ts': "import { mails } from './smtp-reader.ts'\nconst program = 'server/smtp.ts'",
  'e2e/smtp-reader.ts': '',
  'e2e/account.spec.ts': "import { mailTo } from './mail.ts'",
  'content/home.mdx': '',
  'build/content.ts': '',
  'build/articles.test.ts': "import { readVisiblePages } from './content.ts'",
  'content/pages.ts': "import { pages } from 'virtual:content'",
  'content/tests/home.test.ts': "import { pages } from '../pages.ts'",
}
const guards = ['directions', 'mutants', 'asvs', 'secure-code'].map((name) => `scripts/${name}.test.ts`)
const reached = (...changed: string[]) => listAffectedTests(changed, mapDirectDependents(sources))

test('a change of a server route selects the tests that start the app; among these, the tests in the folder of the route come first', () => {
  const unit = [...guards, 'server/comments/lists.test.ts', 'server/push/push.test.ts']
  expect(reached('server/push/push.test.ts', 'server/comments/routes.ts').unit).toHaveLength(guards.length + 2)
  expect(reached('server/comments/routes.ts')).toEqual({ unit, browser: [] })
})

test('a change of a schema selects the tests of files that use its values, but not of files that use only its types', () => {
  expect(reached('contract/comments.ts').unit).toEqual([
    ...guards,
    'server/comments/lists.test.ts',
    'server/push/push.test.ts',
  ])
})

test('a change of an entry file of the hub selects the tests of files that import this entry by its name', () => {
  expect(reached('hub/hub.ts').unit).toEqual([...guards, 'server/live.test.ts'])
})

test('a change of a style or component selects the tests that load it', () => {
  const unit = [...guards, 'web/features/comments/comments.test.ts']
  expect(reached('web/features/comments/comments.css').unit).toEqual(unit)
  expect(reached('web/features/comments/comments.tsx').unit).toEqual(unit)
})

test('a browser test is selected when it or a file that it imports has changed, but not when a program that it starts has changed', () => {
  for (const file of ['e2e/account.spec.ts', 'e2e/mail.ts', 'e2e/smtp-reader.ts'])
    expect(reached(file), file).toEqual({ unit: guards, browser: ['e2e/account.spec.ts'] })
  expect(reached('server/smtp.ts').browser).toEqual([])
})

test('a change of a page selects all tests that read pages', () => {
  expect(reached('content/home.mdx').unit).toEqual([...guards, 'content/tests/home.test.ts', 'build/articles.test.ts'])
})

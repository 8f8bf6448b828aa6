import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findDirectionViolations } from './directions.ts'
import { findImportCircles } from './import-circles.ts'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
// This file is not checked, because it quotes violations.
const files = tracked
  .trim()
  .split('\n')
  .filter((file) => file !== 'scripts/directions.test.ts' && existsSync(file))
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]))

test('no file breaks the rules about imports between folders', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(findDirectionViolations(sources)).toEqual([])
})

test.each([
  ['web/menu/menu.tsx', "import { x } from '../../server/app.ts'", 'web does not import server'],
  ['contract/version.ts', "import type { x } from '../web/kit/page.ts'", 'contract does not import web'],
  ['hub/frames.ts', "import { x } from '#contract/limits.ts'", 'hub does not import contract'],
  ['hub/frames.ts', "import { x } from 'zod'", 'the hub declares the packages that it imports'],
  ['web/menu/menu.tsx', "import { x } from '@hobohat/hub'", 'web does not import hub'],
  ['server/live/live.ts', "import { x } from '../../hub/errors.ts'", 'the hub is imported by the names of its entries'],
  ['e2e/test.ts', "import { x } from '@hobohat/hub/errors.ts'", 'the hub is imported by the names of its entries'],
  ['server/http/pages.ts', "import { x } from '../../web/kit/head.ts'", 'server does not import web'],
  ['web/menu/menu.tsx', "import { x } from '../search/search.tsx'", 'no feature imports another'],
  ['server/features/comments/routes.ts', "export { x } from '../accounts/service.ts'", 'no feature imports another'],
  [
    'server/features/comments/routes.ts',
    "import { x } from '../define-feature.ts'\nimport { y } from '../push/y.ts'",
    'no feature imports another',
  ],
  ['server/features/define-feature.ts', "import { x } from './push/feature.ts'", 'features imports no feature'],
  [
    'server/features/ordering/orders/transition-order.ts',
    "import { x } from '../payments/books.ts'",
    'payments know orders, orders know kitchens, and never the other way',
  ],
  [
    'server/features/comments/x.ts',
    "db.selectFrom('users').selectAll()",
    'accounts and db/accounts.ts alone name the table of accounts',
  ],
  ['server/app.ts', "import { x } from './features/push/ledger.ts'", 'app.ts knows a feature by its feature.ts alone'],
  ['web/kit/link.tsx', "const x = await import('../menu/menu.tsx')", 'kit imports no feature'],
  ['server/http/bind.ts', "import '../accounts/service.ts'", 'http imports no feature'],
  [
    'web/features/search/search.tsx',
    "import { x } from '../../app.tsx'",
    'a folder imports nothing of the composition above it',
  ],
  ['web/home/home.tsx', "import { z } from 'zod'", 'browser code takes schemas as types only'],
  ['web/home/index.ts', '', 'no barrels'],
  ['server/features/comments/utils.ts', '', 'a name says what the thing is'],
  ['web/kit/session-manager.ts', '', 'a name says what the thing is'],
  ['web/menu/dish.ts', "Intl.NumberFormat('en', { style: 'currency' })", 'contract/money.ts alone formats money'],
  ['server/menu/codes.ts', "Intl.supportedValuesOf('currency')", 'contract/money.ts alone formats money'],
  ['web/kit/days.ts', "const day = new Intl.DateTimeFormat('en')", 'formats are created when they are used'],
  ['web/kit/days.ts', "const { format } = Intl.NumberFormat('en')", 'formats are created when they are used'],
  ['server/http/limit.ts', 'body.email.trim().toLowerCase()', 'db/email-key.ts alone says whose an address is'],
  ['web/menu/dish.ts', 'formatMoney(order.total, order.currency)', 'an order has its own digits'],
  ['web/menu/dish.ts', "await fetchWithoutSession('/tools')", 'calls name an endpoint of the contract, not a path'],
  [
    'web/features/desk/log/log.tsx',
    "fetchPage('/api/desk/log?cursor=' + cursor)",
    'calls name an endpoint of the contract, not a path',
  ],
])('finds the violation in the file %s with the source %s', (file, source, rule) => {
  expect(findDirectionViolations({ [file]: source }).map((violation) => violation.rule)).toEqual([rule])
})

test('accepts a format of Intl that is created inside a function', () => {
  const source =
    "const dayFormat = lazy(() => new Intl.DateTimeFormat('en'))\nconst formats = new Map<string, Intl.NumberFormat>()"
  expect(findDirectionViolations({ 'web/kit/days.ts': source })).toEqual([])
})

test('no files import each other in a circle, not even by type imports', () => {
  expect(findImportCircles(sources)).toEqual([])
})

test('finds each circle of imports, and lists only the files that are part of the circle', () => {
  const planted = {
    'web/a.ts': "import { b } from './b.ts'",
    'web/b.ts': "import type { C } from './c.ts'",
    'web/c.ts': "import { a } from './a.ts'\nimport { d } from './d.ts'",
    'web/d.ts': "import './d.ts'",
    'web/e.ts': "import { a } from './a.ts'\nimport { d } from './d.ts'",
  }
  expect(findImportCircles(planted)).toEqual([['web/d.ts'], ['web/a.ts', 'web/b.ts', 'web/c.ts']])
})

test('no file has more than 300 lines, and the root folder has at most 18 files', () => {
  const long = files.filter((file) => (sources[file]?.match(/\n/g)?.length ?? 0) > 300)
  expect(long).toEqual([])
  const root = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ':(glob)*'], {
    encoding: 'utf8',
  })
  expect(root.trim().split('\n').length).toBeLessThanOrEqual(18)
})

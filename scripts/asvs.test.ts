import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as accounts from '../contract/accounts.ts'
import * as comments from '../contract/comments.ts'
import type { RateLimit } from '../contract/endpoint.ts'
import * as limits from '../contract/limits.ts'
import * as myAccount from '../contract/my-account.ts'
import * as ordering from '../contract/ordering-limits.ts'
import * as passkeys from '../contract/passkeys.ts'
import * as payments from '../contract/payments.ts'
import * as reports from '../contract/reports.ts'
import * as secondFactor from '../contract/second-factor.ts'
import * as setup from '../contract/setup.ts'
import * as visits from '../contract/statistics.ts'

const read = (file: string) => readFileSync(file, 'utf8')
/** The texts of the pages with tables of ASVS requirements, by path. */
const pages = Object.fromEntries(
  ['docs/asvs.md', ...globSync('docs/asvs/*.md').sort()].map((file) => [file, read(file)] as const),
)
const security = read('docs/security.md')
const page = [...Object.values(pages), security].join('\n')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
/** Returns the requirements of a page, from all its tables. */
const requirementsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .filter(([id = '', level = '']) => /^\d+\.\d+\.\d+$/.test(id) && /^[12]$/.test(level))
    .map(([id, , , metBy = '', shownBy = '']) => ({
      id,
      metBy,
      shownBy,
      applies: !metBy.startsWith('Does not apply'),
      excepted: metBy.startsWith('**Not'),
    }))
const requirements = Object.values(pages).flatMap(requirementsOf)
/** Counts requirements: all of them, those that are met, those that do not apply, and those that are not met. */
function count(list: typeof requirements) {
  const excepted = list.filter((one) => one.excepted).length
  const met = list.filter((one) => one.applies && !one.excepted).length
  return { all: list.length, met, rest: list.length - met - excepted, excepted }
}
const sectionOf = (title: string, text = security) => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
/** Returns the rows of the table in a section, without the head of the table. */
const tableOf = (title: string, text = security) =>
  sectionOf(title, text)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .slice(2)

/** Reads a source file that the document names, by its path from the root or from server/features/accounts/. */
function source(name: string): string {
  const file = [name, `server/features/accounts/${name}`].find(existsSync)
  expect(file, name).toBeDefined()
  return readFileSync(file ?? name, 'utf8')
}

test('no ASVS requirement is listed twice, and docs/asvs.md states the number of requirements', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
  const { all, met, rest, excepted } = count(requirements)
  expect(pages['docs/asvs.md']).toContain(
    `${all} requirements of levels 1 and 2 in its chapters 1 to 16: ${met} are met, ${rest} do not apply, and ${excepted} are not met`,
  )
})

test.each(Object.entries(pages))(
  '%s states the right totals of ASVS requirements, and explains each requirement that is not met',
  (_, text) => {
    const own = requirementsOf(text)
    const { all, met, rest, excepted } = count(own)
    expect(text).toContain(
      `${all} requirements, of which ${met} are met, ${rest} do not apply, and ${excepted} are not met`,
    )
    expect(text).toContain(`explains each of these ${excepted}.`)
    const explained = tableOf('Exceptions', text)
    expect(explained.map((row) => row[0])).toEqual(own.filter((one) => one.excepted).map(({ id }) => id))
    expect(explained.filter((row) => row.length !== 4)).toEqual([])
  },
)

test('docs/security.md and the pages about the ASVS name only files, functions and tests that exist', () => {
  let named = 0
  for (const [, file = '', name, after = ''] of page.matchAll(/`([\w./-]+\.tsx?)(?::(\w+))?`((?: “[^”]+”)*)/g)) {
    const text = source(file)
    if (name) expect(text, `${file}: ${name}`).toMatch(new RegExp(`\\b${name}\\b`))
    for (const [, title = ''] of after.matchAll(/“([^”]+)”/g)) {
      const titles = text.split('\n').filter((line) => !line.trim().startsWith('//'))
      expect(
        titles.some((line) => line.includes(title)),
        `${file}: ${title}`,
      ).toBe(true)
    }
    named++
  }
  expect(named).toBeGreaterThan(400)
  // If code meets a requirement, the requirement must name a test.
  const unshown = requirements.filter(
    ({ metBy, shownBy, applies }) => applies && /\.tsx?(:\w+)?`/.test(metBy) && shownBy === '',
  )
  expect(unshown).toEqual([])
})

test('the documented rate limits against the guessing of passwords and codes equal the rate limits of the contract', () => {
  const words = ({ per, max, windowMs }: RateLimit) => `${max} per ${per} in ${windowMs / limits.MINUTE_MS} min`
  const calls = Object.values({ ...accounts, ...myAccount, ...passkeys, ...secondFactor, ...setup }).flatMap((call) => {
    if (typeof call !== 'object' || !('path' in call) || !('limits' in call)) return []
    const method = 'method' in call ? call.method : 'GET'
    return [[`\`${method} ${call.path}\``, (call.limits as readonly RateLimit[]).map(words).join(', ')]]
  })
  // These two rate limits protect the machine from load, not accounts from guessing.
  const others = ['`PUT /api/account/picture`', '`GET /api/account/export`']
  const guessing = calls.filter(([call]) => !others.includes(call ?? ''))
  expect(tableOf('Guessing').sort()).toEqual(guessing.sort())
})

test('the limits in docs/security.md equal the limits of the contract', () => {
  const callLimit = (endpoint: { limits: readonly RateLimit[] }, per: RateLimit['per']) => {
    const { max, windowMs } = endpoint.limits.find((limit) => limit.per === per) ?? { max: 0, windowMs: 0 }
    return `${max} in ${windowMs / limits.MINUTE_MS} min`
  }
  expect(tableOf('Limits')).toEqual([
    ['Comments of an account', callLimit(comments.postComment, 'account')],
    ['Comments from one address', callLimit(comments.postComment, 'address')],
    ['Reports of comments by an account', callLimit(comments.reportComment, 'account')],
    ['Downloads of the own data', callLimit(myAccount.exportMyData, 'account')],
    ['Passkeys of an account', `${limits.PASSKEYS_MAX}`],
    ['Portions of a line of an order', `${ordering.LINE_QUANTITY_MAX}`],
    ['Lines of an order', `${ordering.ORDER_LINES_MAX}`],
    ['Categories of a menu', `${ordering.MENU_CATEGORIES_MAX}`],
    ['Dishes of a menu', `${ordering.MENU_ITEMS_MAX}`],
    ['Members of a kitchen', `${ordering.KITCHEN_MEMBERS_MAX}`],
    ['Refunds by an account', callLimit(payments.refundPayment, 'account')],
    ['Payments begun from one address', callLimit(payments.beginOrRefreshPayment, 'address')],
    ['Receipts printed from one address', callLimit(payments.getReceiptPdf, 'address')],
    ['Reports of errors from one address', callLimit(reports.receiveErrorReport, 'address')],
    ['Messages about visits, one address', callLimit(visits.receiveVisits, 'address')],
  ])
})

test('docs/security.md puts each table of the database into exactly one class of data', () => {
  const schema = globSync('server/db/{schema,*-tables}.ts').map(read).join('\n')
  const tables = [...schema.matchAll(/^ {2}(\w+): \w+Table$/gm)].map(([, name = '']) => name)
  expect(tables.length).toBeGreaterThan(50)
  const documented = tableOf('Data').flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(documented.sort()).toEqual(tables.sort())
})

test('the documented lifetimes of sessions and tokens equal the lifetimes in the contract', () => {
  const days = (ms: number) => `${ms / limits.DAY_MS} day${ms === limits.DAY_MS ? '' : 's'}`
  const text = sectionOf('Sessions')
  expect(text).toContain(
    `after ${days(limits.REFRESH_TOKEN_MS)}, a guest's after ${days(limits.GUEST_REFRESH_TOKEN_MS)}`,
  )
  expect(text).toContain(`**in any case** after ${days(limits.SESSION_MS)}`)
  expect(text).toContain(`lives ${limits.ACCESS_TOKEN_MS / limits.MINUTE_MS} minutes`)
})

test('docs/security.md names every role', () => {
  for (const role of accounts.roles) expect(sectionOf('Words')).toContain(role)
})

test('docs/security.md lists every way to log in', () => {
  const found = execFileSync(
    'git',
    ['grep', '-lE', 'beginSession\\(', '--', 'server/*.ts', ':!server/testing', ':!*.test.ts'],
    {
      encoding: 'utf8',
    },
  )
  const begins = found
    .trim()
    .split('\n')
    .map((file) => file.replace('server/features/accounts/', ''))
    .filter((file) => file !== 'sessions.ts')
  const documented = tableOf('Ways in').map((row) => row[2]?.replaceAll('`', ''))
  expect([...new Set(documented)].sort()).toEqual(begins.sort())
})

test('every password can be pasted, or entered by a password manager', () => {
  const files = execFileSync('git', ['ls-files', 'web/*.ts', 'web/*.tsx', ':!*.test.ts'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const pasting = files.filter((file) => /onPaste|['"]paste['"]/.test(readFileSync(file, 'utf8')))
  const passwords = files.filter((file) => /type=.*password/i.test(readFileSync(file, 'utf8')))
  expect([pasting, passwords]).toEqual([[], ['web/ui/form/password-field.tsx']])
})

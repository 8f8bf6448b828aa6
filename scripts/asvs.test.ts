import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as accounts from '../contract/accounts.ts'
import type { RateLimit } from '../contract/endpoint.ts'
import * as limits from '../contract/limits.ts'
import * as myAccount from '../contract/my-account.ts'
import * as passkeys from '../contract/passkeys.ts'
import * as secondFactor from '../contract/second-factor.ts'
import * as setup from '../contract/setup.ts'

const table = readFileSync('docs/asvs.md', 'utf8')
const page = `${table}\n${readFileSync('docs/security.md', 'utf8')}`
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map(cellsOf)
const requirements = rows
  .filter(([id = '', level = '']) => /^\d+\.\d+\.\d+$/.test(id) && /^[12]$/.test(level))
  .map(([id, , , metBy = '', shownBy = '']) => ({
    id,
    metBy,
    shownBy,
    applies: !metBy.startsWith('Does not apply'),
    excepted: metBy.startsWith('**Not'),
  }))
const sectionOf = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
/** Returns the rows of a section's table, without its head. */
const tableOf = (title: string) =>
  sectionOf(title)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf)
    .slice(2)

/** Reads a file that the document names by its path from the root or from server/features/accounts/. */
function source(name: string): string {
  const file = [name, `server/features/accounts/${name}`].find(existsSync)
  expect(file, name).toBeDefined()
  return readFileSync(file ?? name, 'utf8')
}

test('docs/asvs.md lists every requirement once, and its first paragraph states the right totals', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
  const excepted = requirements.filter((one) => one.excepted)
  const met = requirements.filter(({ applies, excepted }) => applies && !excepted)
  const rest = requirements.length - met.length - excepted.length
  expect(table).toContain(
    `${requirements.length} requirements, of which ${met.length} are met, ${rest} do not apply, and ${excepted.length} are not met`,
  )
  const explained = tableOf('Exceptions')
  expect(explained.map((row) => row[0])).toEqual(excepted.map(({ id }) => id))
  expect(explained.filter((row) => row.length !== 4)).toEqual([])
})

test('every file, function and test that docs/asvs.md and docs/security.md name exists', () => {
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
  expect(named).toBeGreaterThan(100)
  // Every requirement that code meets must name a test.
  const unshown = requirements.filter(({ metBy, shownBy, applies }) => applies && metBy.includes('`') && shownBy === '')
  expect(unshown).toEqual([])
})

test('the documented rate limits against guessing equal the rate limits of the contract', () => {
  const words = ({ per, max, windowMs }: RateLimit) => `${max} per ${per} in ${windowMs / limits.MINUTE_MS} min`
  const calls = Object.values({ ...accounts, ...myAccount, ...passkeys, ...secondFactor, ...setup }).flatMap((call) => {
    if (typeof call !== 'object' || !('path' in call) || !('limits' in call)) return []
    const method = 'method' in call ? call.method : 'GET'
    return [[`\`${method} ${call.path}\``, (call.limits as readonly RateLimit[]).map(words).join(', ')]]
  })
  // These two limits protect the machine from load, not from guessing.
  const others = ['`PUT /api/account/picture`', '`GET /api/account/export`']
  const guessing = calls.filter(([call]) => !others.includes(call ?? ''))
  expect(tableOf('Guessing').sort()).toEqual(guessing.sort())
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

test('the document names every role', () => {
  for (const role of accounts.roles) expect(sectionOf('Words')).toContain(role)
})

test('the document lists every way to log in', () => {
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

test('no field prevents pasting a password or filling it by a password manager', () => {
  const files = execFileSync('git', ['ls-files', 'web/*.ts', 'web/*.tsx', ':!*.test.ts'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const pasting = files.filter((file) => /onPaste|['"]paste['"]/.test(readFileSync(file, 'utf8')))
  const passwords = files.filter((file) => /type=.*password/i.test(readFileSync(file, 'utf8')))
  expect([pasting, passwords]).toEqual([[], ['web/ui/form/password-field.tsx']])
})

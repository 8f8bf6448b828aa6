import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderEnvExample, replaceSettingsTable } from './settings-docs.ts'

test('docs/settings.md and .env.example match the output of `npm run settings`', () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  expect(page).toBe(replaceSettingsTable(page))
  expect(readFileSync('.env.example', 'utf8')).toBe(renderEnvExample())
})

/** Variables of Node, npm, Vitest and the system, which the project only passes on. */
const foreign = ['CI', 'FONTCONFIG_FILE', 'NODE_COMPILE_CACHE', 'NODE_ENV', 'NODE_OPTIONS', 'PATH', 'SOAK_SEED', 'TZ']

test('docs/settings.md names every environment variable that the project reads', () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  const reads = execFileSync('git', ['grep', '-hoE', String.raw`process\.env\.[A-Z_0-9]+`, '--', '*.ts', '*.mjs'], {
    encoding: 'utf8',
  })
  const names = new Set(
    reads
      .trim()
      .split('\n')
      .map((read) => read.replace('process.env.', '')),
  )
  expect([...names].filter((name) => !foreign.includes(name) && !page.includes(`\`${name}\``))).toEqual([])
})

test('environment variables get no default with ??, because ?? would keep an empty value', () => {
  const pattern = String.raw`process\.env\.[A-Z_0-9]+ \?\?=? ([^']|'[^'])`
  for (const planted of ['process.env.PORT ?? 3000', "process.env.HOST ??= '::'"])
    expect(planted).toMatch(new RegExp(pattern))
  const { stdout } = spawnSync('git', ['grep', '-nE', pattern, '--', '*.ts', '*.mjs', ':!*.test.ts'], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})

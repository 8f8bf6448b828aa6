import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreUnfinishedPage } from './unfinished-page.ts'

/**
 * Creates a repository with a page.
 * @param note returns the note about a publication of the page; undefined writes no note
 */
function createRepository(note?: (page: string) => string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'unfinished-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page = path.join(folder, 'boat.mdx')
  writeFileSync(page, 'New words')
  if (note) writeFileSync(path.join(folder, '.publishing.json'), note(page))
  return { folder, page }
}

/** A process that has ended. */
const ended = { host: hostname(), pid: 2 ** 22 + 1 }

test.each([
  ['another process, which has ended', ended],
  ['a process with the id of this one', { ...ended, pid: process.pid }],
])(
  'a page whose publication was interrupted gets its previous text again, and the note about the publication is removed: %s',
  (_, owner) => {
    const { folder, page } = createRepository((path) => JSON.stringify({ path, before: 'Former words', ...owner }))
    expect(restoreUnfinishedPage(folder)).toBe(true)
    expect(readFileSync(page, 'utf8')).toBe('Former words')
    expect(readdirSync(folder)).toEqual(['boat.mdx'])
  },
)

test('a new page whose publication was interrupted is removed', () => {
  const { folder, page } = createRepository((path) => JSON.stringify({ path, before: null, ...ended }))
  expect(restoreUnfinishedPage(folder)).toBe(true)
  expect(existsSync(page)).toBe(false)
})

test.each([
  ['on this machine', { ...ended, pid: process.ppid }],
  ['on another machine', { ...ended, host: 'another machine' }],
])('a page that another process is publishing %s stays unchanged, with its note', (_, owner) => {
  const { folder, page } = createRepository((path) => JSON.stringify({ path, before: 'Former words', ...owner }))
  expect(restoreUnfinishedPage(folder)).toBe(false)
  expect(readFileSync(page, 'utf8')).toBe('New words')
  expect(readdirSync(folder)).toContain('.publishing.json')
})

test.each([
  ['no note', undefined],
  ['half a note', () => '{"path": "'],
])('with %s about a publication, the page stays unchanged', (_, note) => {
  const { folder, page } = createRepository(note)
  expect(restoreUnfinishedPage(folder)).toBe(false)
  expect(readFileSync(page, 'utf8')).toBe('New words')
  expect(readdirSync(folder)).toEqual(['boat.mdx'])
})

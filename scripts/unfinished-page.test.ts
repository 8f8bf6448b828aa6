import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { UnfinishedPublication } from '../contract/publication-note.ts'
import { restoreUnfinishedPage } from './unfinished-page.ts'

/**
 * Creates a repository with a page.
 * @param note the note about a publication of the page; undefined writes no note
 */
function createRepository(note?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'unfinished-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page = path.join(folder, 'content/boat.mdx')
  mkdirSync(path.dirname(page))
  writeFileSync(page, 'New words')
  if (note) writeFileSync(path.join(folder, '.publishing.json'), note)
  return { folder, page }
}

/** Returns a note about a publication. @param changes by default, the process has ended */
const noteOf = (changes: Partial<UnfinishedPublication>) =>
  JSON.stringify({ file: 'boat.mdx', before: 'Former words', after: 'New words', ...ended, ...changes })

/** A process that has ended. */
const ended = { host: hostname(), pid: 2 ** 22 + 1 }

test.each([
  ['another process, which has ended', ended],
  ['a process with the id of this one', { ...ended, pid: process.pid }],
])(
  'a page whose publication was interrupted gets its previous text again, and the note about the publication is removed: %s',
  (_, owner) => {
    const { folder, page } = createRepository(noteOf(owner))
    expect(restoreUnfinishedPage(folder)).toBe(true)
    expect(readFileSync(page, 'utf8')).toBe('Former words')
    expect(readdirSync(folder)).toEqual(['content'])
  },
)

test('a new page whose publication was interrupted is removed', () => {
  const { folder, page } = createRepository(noteOf({ before: null }))
  expect(restoreUnfinishedPage(folder)).toBe(true)
  expect(existsSync(page)).toBe(false)
})

test.each([
  ['on this machine', { ...ended, pid: process.ppid }],
  ['on another machine', { ...ended, host: 'another machine' }],
  ['on another machine, under the id of this process', { host: 'another machine', pid: process.pid }],
])('a page that another process is publishing %s stays unchanged, with its note', (_, owner) => {
  const { folder, page } = createRepository(noteOf(owner))
  expect(restoreUnfinishedPage(folder)).toBe(false)
  expect(readFileSync(page, 'utf8')).toBe('New words')
  expect(readdirSync(folder)).toContain('.publishing.json')
})

test.each([
  ['no note', undefined],
  ['half a note', '{"file": "'],
  ['a note of another version', JSON.stringify({ path: '/site/content/boat.mdx', before: 'Former words' })],
])('with %s about a publication, the page stays unchanged', (_, note) => {
  const { folder, page } = createRepository(note)
  expect(restoreUnfinishedPage(folder)).toBe(false)
  expect(readFileSync(page, 'utf8')).toBe('New words')
  expect(readdirSync(folder)).toEqual(['content'])
})

test('a page that was changed after its publication was interrupted keeps its text', () => {
  const { folder, page } = createRepository(noteOf({ after: 'Other words' }))
  expect(restoreUnfinishedPage(folder)).toBe(false)
  expect(readFileSync(page, 'utf8')).toBe('New words')
  expect(readdirSync(folder)).toEqual(['content'])
})

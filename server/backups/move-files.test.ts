import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { moveFiles } from './move-files.ts'

function createFolder(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test.each([
  ['its source is missing', 'missing', 'new/draft'],
  ['its target exists', 'draft', 'other'],
  ['a file is in the place of its folder', 'draft', 'other/draft'],
])('when a move fails because %s, the earlier moves are undone', (_, from, to) => {
  const folder = createFolder()
  const names = ['database', 'draft', 'other']
  for (const name of names) writeFileSync(join(folder, name), name)
  const moves = [
    ['database', 'former/database'],
    [from, to],
  ] as const
  expect(() => moveFiles(moves.map(([from, to]) => ({ from: join(folder, from), to: join(folder, to) })))).toThrow(
    /^The data of the backup could not be put in place: .*\. The previous data stay in use\.$/,
  )
  expect(readdirSync(folder)).toEqual(names)
  for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe(name)
})

const memory = '/dev/shm'
const hasOtherDisk = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev

test.runIf(hasOtherDisk)('a file moves to another disk, and keeps its mode', () => {
  const [folder, other] = [createFolder(), createFolder(memory)]
  writeFileSync(join(folder, 'key'), 'secret', { mode: 0o600 })
  moveFiles([{ from: join(folder, 'key'), to: join(other, 'key') }])
  expect(readdirSync(folder)).toEqual([])
  expect(readFileSync(join(other, 'key'), 'utf8')).toBe('secret')
  expect(statSync(join(other, 'key')).mode & 0o777).toBe(0o600)
})

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { moveFiles } from './move-files.ts'

vi.mock('node:fs', { spy: true })

const { rmSync: realRmSync } = await vi.importActual<typeof import('node:fs')>('node:fs')

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

if (hasOtherDisk)
  test('a file moves to another disk, and keeps its mode', () => {
    const [folder, other] = [createFolder(), createFolder(memory)]
    writeFileSync(join(folder, 'key'), 'secret', { mode: 0o600 })
    moveFiles([{ from: join(folder, 'key'), to: join(other, 'key') }])
    expect(readdirSync(folder)).toEqual([])
    expect(readFileSync(join(other, 'key'), 'utf8')).toBe('secret')
    expect(statSync(join(other, 'key')).mode & 0o777).toBe(0o600)
  })

/** The error of a renaming to another disk. */
const otherDisk = () => {
  throw Object.assign(new Error('EXDEV: cross-device link not permitted'), { code: 'EXDEV' })
}

test('when a copy to another disk fails, no part of the copy stays, and the created folder stays if another program has put files there', () => {
  const folder = createFolder()
  writeFileSync(join(folder, 'key'), 'secret')
  const former = join(folder, 'former')
  vi.mocked(renameSync).mockImplementationOnce(otherDisk)
  vi.mocked(cpSync).mockImplementationOnce((_, to) => {
    writeFileSync(String(to), 'sec')
    writeFileSync(join(dirname(String(to)), 'notes.txt'), 'of another program')
    throw new Error('ENOSPC: no space left on device')
  })
  expect(() => moveFiles([{ from: join(folder, 'key'), to: join(former, 'key') }])).toThrow('ENOSPC')
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('secret')
  expect(readdirSync(former)).toEqual(['notes.txt'])
})

test('when a copied folder cannot be removed completely, the whole copy stays, and the error names the copy', () => {
  const folder = createFolder()
  const [from, to] = [join(folder, 'keys'), join(folder, 'former/keys')]
  mkdirSync(from)
  for (const name of ['app.p8', 'push.p8']) writeFileSync(join(from, name), 'secret')
  vi.mocked(renameSync).mockImplementationOnce(otherDisk)
  let isFailing = true
  vi.mocked(rmSync).mockImplementation((path, options) => {
    if (path !== from || !isFailing) return realRmSync(path, options)
    isFailing = false
    realRmSync(join(from, 'app.p8'))
    throw new Error('EIO: i/o error')
  })
  onTestFinished(() => void vi.mocked(rmSync).mockRestore())
  expect(() => moveFiles([{ from, to }])).toThrow(
    `The data of the backup could not be put in place: EIO: i/o error. Move back by hand: ${to} to ${from}.`,
  )
  expect(readdirSync(to)).toEqual(['app.p8', 'push.p8'])
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFolderProblem, toFolderProblem } from './folders.ts'

function createRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'site-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return root
}

test('a folder that can be written to or created has no problem', () => {
  const root = createRoot()
  expect(findFolderProblem('DATA_DIR', root)).toBeNull()
  expect(findFolderProblem('DATA_DIR', join(root, 'new', 'data'))).toBeNull()
})

test('explains what to do when a folder is missing, is a file, is read-only or denies access', () => {
  const root = createRoot()
  const [folder, missing, file] = [join(root, 'data'), join(root, 'missing', 'data'), join(root, 'file')]
  mkdirSync(folder)
  writeFileSync(file, '')
  const user = userInfo().username
  expect(toFolderProblem('DATA_DIR', missing, { code: 'EACCES' })).toEqual({
    text: `DATA_DIR ${missing} does not exist and cannot be created in ${root}.`,
    remedy: `Create it: sudo install -d -o ${user} -m 700 ${missing}, or choose another folder.`,
  })
  expect(toFolderProblem('BACKUP_DIR', folder, { code: 'EACCES' })).toEqual({
    text: `BACKUP_DIR ${folder} gives this user (${user}) no right to write.`,
    remedy: `Give it to this user: sudo chown -R ${user} ${folder}, or choose another folder.`,
  })
  for (const readOnly of [folder, missing])
    expect(toFolderProblem('BACKUP_DIR', readOnly, { code: 'EROFS' })).toEqual({
      text: `BACKUP_DIR ${readOnly} is on a read-only file system.`,
      remedy: 'With systemd, add the folder to ReadWritePaths= of the unit. Otherwise mount its disk for writing.',
    })
  expect(findFolderProblem('DATA_DIR', join(file, 'data'))?.text).toContain(`because ${file} is a file`)
  expect(toFolderProblem('DATA_DIR', folder, { code: 'EIO', message: 'i/o error' }).text).toBe(
    `DATA_DIR ${folder} cannot be written to: i/o error.`,
  )
})

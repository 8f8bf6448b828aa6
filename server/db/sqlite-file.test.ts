import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureSqliteFile } from './sqlite-file.ts'

vi.mock('node:fs', { spy: true })

test('on a disk without hard links, a database is created, and never replaces the database of another process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.mocked(linkSync).mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  })
  const file = join(folder, 'site.sqlite')
  const create = (text: string) => (path: string) => {
    writeFileSync(path, text)
    return { close: () => {} }
  }
  ensureSqliteFile(file, create('own'), false)
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['own', 0o600])
  rmSync(file)
  ensureSqliteFile(
    file,
    (path) => {
      create('of another process')(file)
      return create('own')(path)
    },
    false,
  )
  expect(readFileSync(file, 'utf8')).toBe('of another process')
  expect(readdirSync(folder)).toEqual(['site.sqlite'])
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Runs `node scripts/pack.ts`, which must fail. Returns what it prints. */
function failureOf(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/pack.ts', ...args], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  return stderr
}

test('pack.ts explains in one sentence that the argument FOLDER is missing, or that this folder exists already', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(failureOf()).toBe('Name the folder: node scripts/pack.ts FOLDER\n')
  expect(failureOf(folder)).toBe(`${folder} exists already. Remove it, or name another folder.\n`)
})

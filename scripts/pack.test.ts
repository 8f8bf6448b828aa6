import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

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

test('no line of .env changes the address, the folder of the data or the mode of the site in a container', () => {
  const [, variables = ''] = /^ENV (.+)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  const image = Object.fromEntries(variables.split(' ').map((variable) => variable.split('=')))
  expect(Object.keys(image).sort()).toEqual(['DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'])
  const { site } = parse(readFileSync('deploy/compose.yaml', 'utf8')).services
  // A variable of `environment` takes precedence over the line of the file in `env_file`, and the file over the image.
  expect(site.environment).toMatchObject(image)
})
